package preflight

import (
	"bytes"
	"net/http"
	"slices"

	"github.com/tidwall/gjson"

	"understudy/steps/client"
)

// trouble is why a read did not succeed: one of these, or a client.Fault.
type trouble string

// The troubles that come with a response.
const (
	noTrouble trouble = ""
	// rejected is a token that cannot read the list.
	rejected trouble = "rejected"
	// redirected leads to another origin, or has no end.
	redirected trouble = "redirected"
	// webPage is a page for people where JSON is promised, gatewayPage one
	// which says that the service behind a gateway does not respond.
	webPage     trouble = "web page"
	gatewayPage trouble = "gateway page"
	notFound    trouble = "not found"
	throttled   trouble = "throttled"
	// failing is a 5xx of the deployment itself, declined any other rejection.
	failing  trouble = "failing"
	declined trouble = "declined"
	// foreign is a success that shows nothing of this API, like that of another
	// service.
	foreign trouble = "foreign"
)

// troubleOf finds why a read did not succeed.
func troubleOf(e *client.Exchange) trouble {
	switch fault := e.Fault(); {
	case fault != client.NoFault:
		return trouble(fault)
	case e.Throttled():
		return throttled
	case e.Status == http.StatusNetworkAuthenticationRequired:
		return webPage
	case e.Status >= 500 && isMarkup(e.Body):
		return gatewayPage
	case e.Status >= 500:
		return failing
	case e.Status == http.StatusUnauthorized || e.Status == http.StatusForbidden:
		return rejected
	case e.Status >= 300 && e.Status < 400:
		return redirected
	case e.Status == http.StatusNotFound:
		return notFound
	case isMarkup(e.Body):
		return webPage
	case e.Rejected():
		return declined
	case isForeign(e):
		return foreign
	}
	return noTrouble
}

// isForeign reports whether a success comes from another service: JSON with
// other members than an envelope has, or a text without a word of one. Whatever
// may be this API, however broken, is left to the run: JSON that was encoded twice, too.
func isForeign(e *client.Exchange) bool {
	if !e.IsJSON() || e.JSON().Type == gjson.String {
		body := bytes.ToLower(bytes.ReplaceAll(e.Body, []byte{0}, nil)) // UTF-16 has zeros between
		return e.Unread == "" && !slices.ContainsFunc([]string{"success", "data", "pagination", "created_at", "full_name"},
			func(word string) bool { return bytes.Contains(body, []byte(word)) })
	}
	body := e.JSON()
	members := body.Map()
	return !body.IsArray() && !(body.IsObject() && len(members) == 0) && !members["data"].Exists() && !members["pagination"].Exists() &&
		members["status"].String() != "success"
}

// isMarkup reports whether a body is HTML or XML, whatever its header says:
// JSON never begins like that.
func isMarkup(body []byte) bool { return bytes.HasPrefix(bytes.TrimSpace(body), []byte("<")) }
