package scenario

import (
	"fmt"
	"net/http"
	"net/url"
	"slices"

	"github.com/tidwall/gjson"

	"understudy/spec"
	"understudy/steps/client"
	"understudy/steps/outcome"
	"understudy/steps/report"
)

// What a response says: functions of an exchange alone. Package client has those that need not
// know what an operation writes.

// MostOfURL limits the length of a URL from the deployment, in bytes.
const MostOfURL = 8 << 10

// ShowsResource reports whether a success response contains what its operation
// responds with: a resource, a list, or the progress of a creation.
func ShowsResource(e *client.Exchange) bool {
	if !e.Accepted() || !e.IsJSON() {
		return false
	}
	data := e.Get("data")
	return data.IsObject() || data.IsArray() || e.Effect() != "" || e.Operation == spec.ReadSegmentSource && e.Progress().Exists()
}

// WasSent reports whether a request was sent at all: none is after an
// interruption, or without a connection.
func WasSent(e *client.Exchange) bool { return !e.Received.IsZero() && !e.HasNoConnection() }

// MayHaveDone reports whether a request may have taken effect: it got no usable
// response, or none that rejects it.
func MayHaveDone(e *client.Exchange) bool { return e.Broken() || e.Accepted() }

// IsNotFound reports whether a response knows nothing of the resource in the path.
func IsNotFound(e *client.Exchange) bool {
	if e.Err != nil || e.Status == http.StatusNotFound {
		return e.Err == nil
	}
	word := e.Get("status").String()
	return e.Rejected() && (word == "not_found" || word == "404")
}

// IsBusy reports whether a response may be that of a resource that is not ready yet.
func IsBusy(e *client.Exchange) bool {
	return e.Err == nil && e.Failed == 0 && (e.Status == http.StatusConflict || e.Status == http.StatusLocked ||
		e.Status == http.StatusTooEarly)
}

// RejectsBody reports whether a request was rejected for what may be its body:
// it was neither redirected nor rejected for its token.
func RejectsBody(e *client.Exchange) bool {
	return e.Rejected() && e.Status/100 != 3 && !slices.Contains([]int{401, 402, 403}, e.Status)
}

// lastingCodes are those of rejections that say what is wrong with a request: the same one does not
// succeed right after it. Others may stand for a limit of requests, or for a lock.
var lastingCodes = []int{http.StatusBadRequest, http.StatusUnauthorized, http.StatusNotFound, http.StatusMethodNotAllowed,
	http.StatusGone, http.StatusUnprocessableEntity}

// IsLasting reports whether a response is a rejection with one of lastingCodes.
func IsLasting(e *client.Exchange) bool {
	return e.Rejected() && slices.Contains(lastingCodes, e.Status)
}

// Rejection says how a request was rejected. The query of a redirect's Location
// is left out: it may contain secrets.
func Rejection(e *client.Exchange) string {
	at, err := url.Parse(e.Header.Get("Location"))
	switch {
	case e.OK() && !e.Get("status").Exists():
		return fmt.Sprintf("HTTP %d without a status", e.Status)
	case e.OK():
		return fmt.Sprintf("HTTP %d and the status %q", e.Status, e.Get("status").String())
	case e.Status/100 != 3 || err != nil || at.String() == "":
		return fmt.Sprintf("HTTP %d", e.Status)
	}
	return fmt.Sprintf("HTTP %d to %s", e.Status, (&url.URL{Scheme: at.Scheme, Host: at.Host, Path: at.Path}).String())
}

// Unread returns the skip for a response whose content is not known.
func Unread(e *client.Exchange) error {
	return outcome.Skip(report.Inconclusive, "the body of the response is %s: not checked", e.Unread)
}

// claimsSuccess reports whether the response to a write is HTTP 2xx with the status of a
// success, or HTTP 201 with what was created, whatever the request was: it has to be one,
// then. A link without a redirect_uri has none to show, nor has one whose body was not sent as JSON.
func claimsSuccess(e *client.Exchange) bool {
	word := Writes[e.Operation].status
	hasNoRedirect := e.ContentType != "application/json" || gjson.GetBytes(e.Request.Body, "redirect_uri").Type != gjson.String
	if e.Operation == spec.CreateLink && hasNoRedirect || sentOtherLabel(e) {
		return false
	}
	creates := e.Status == http.StatusCreated && !e.Rejected() && e.Effect() != ""
	return word != "" && e.OK() && (creates || e.Get("status").String() == word)
}

// sentOtherLabel reports whether a request had a label that is no text: a deployment may take
// it and show it.
func sentOtherLabel(e *client.Exchange) bool {
	label := gjson.GetBytes(e.Request.Body, client.LabelSent)
	return label.Exists() && label.Type != gjson.String
}
