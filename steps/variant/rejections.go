package variant

import (
	"fmt"
	"mime"
	"net/http"
	"strconv"
	"strings"

	"github.com/tidwall/gjson"

	"understudy/spec"
	"understudy/steps/client"
	"understudy/steps/outcome"
	"understudy/steps/report"
)

// How requests are rejected, or that they are not.

// described is the response in words, with what it shows or proves to be done.
func described(e *client.Exchange) string {
	if what := e.Effect(); what != "" {
		return fmt.Sprintf("HTTP %d with %s", e.Status, what)
	}
	return e.Outcome()
}

// rejectionStatus recognises the HTTP code of a rejection.
func rejectionStatus(s Seen) (string, string, error) {
	if s.Response.Effect() != "" {
		return "", "", notRejected(s.Response)
	}
	return strconv.Itoa(s.Response.Status), described(s.Response), nil
}

// notRejected skips a question about rejections if the request was not rejected.
func notRejected(e *client.Exchange) error {
	return &outcome.Skipped{Reason: report.Reason{Kind: report.NoItemSeen, By: report.Accepted,
		Text: "the request was not rejected: " + described(e)}}
}

func acceptOrReject(s Seen) (string, string, error) {
	switch {
	case s.Response.Broken():
		return "", described(s.Response), nil
	case s.Response.Effect() != "":
		return "accept", described(s.Response), nil
	}
	return "refuse", described(s.Response), nil
}

func ignoreOrReject(s Seen) (string, string, error) {
	v, evidence, err := acceptOrReject(s)
	if v == "accept" {
		v = "ignore"
	}
	return v, evidence, err
}

func requestContentType(s Seen) (string, string, error) {
	v, evidence, err := acceptOrReject(s)
	switch {
	case v != "refuse" || s.Response.Status == http.StatusUnsupportedMediaType:
		return v, evidence, err
	case s.Response.Status == http.StatusBadRequest:
		return "refuse-400", evidence, err
	}
	return "", evidence, err
}

// accepted skips a response that is not a rejection.
func accepted(e *client.Exchange) error {
	if e.Effect() != "" || e.Accepted() && e.IsJSON() {
		return notRejected(e)
	}
	if e.Operation == spec.ReadSegmentSource && e.Status == http.StatusNotFound {
		// Gap source-code: there may be nothing to show yet, with any token.
		return outcome.Skip(report.NoItemSeen, "the source URL may respond with 404 while creation is running")
	}
	return nil
}

func errorBody(s Seen) (string, string, error) {
	if err := accepted(s.Response); err != nil {
		return "", "", err
	}
	return bodyForm(s.Response), shown(s.Response.Body), nil
}

func bodyForm(e *client.Exchange) string {
	body := e.JSON()
	switch {
	case len(e.Body) == 0:
		return "empty"
	case !e.IsJSON():
		if strings.HasPrefix(strings.TrimSpace(string(e.Body)), "<") {
			return ""
		}
		return "text"
	case !body.IsObject():
		return ""
	case body.Get("status").Str == "error" && body.Get("message").Type == gjson.String && len(body.Map()) == 2:
		return "message"
	case body.Get("status").Str == "error" && len(body.Map()) == 1:
		return "status-only"
	case body.Get("errors").IsArray() && len(body.Map()) == 1:
		return "errors"
	}
	return ""
}

// shown returns a body as evidence. It is not cut: half a secret would not be
// recognised when it is redacted.
func shown(body []byte) string {
	if len(body) == 0 {
		return "an empty body"
	}
	return string(body)
}

func errorContentType(s Seen) (string, string, error) {
	if err := accepted(s.Response); err != nil {
		return "", "", err
	}
	text, body := s.Response.Header.Get("Content-Type"), s.Response.Body
	media, _, _ := mime.ParseMediaType(text)
	json := s.Response.IsJSON()
	switch {
	case json && media == "application/problem+json":
		return "problem", text, nil
	case json && media == "text/plain":
		return "plain", text, nil
	case json && (media == "application/json" || strings.HasSuffix(media, "+json")),
		!json && len(body) > 0 && media == "text/plain",
		len(body) == 0 && text == "":
		return "fitting", strings.TrimSpace(text + " of " + bodyKind(body, json)), nil
	}
	return "", fmt.Sprintf("%q of %s", text, bodyKind(body, json)), nil
}

func bodyKind(body []byte, json bool) string {
	switch {
	case len(body) == 0:
		return "an empty body"
	case json:
		return "JSON"
	}
	return "a text"
}

func notFoundBody(s Seen) (string, string, error) {
	e := s.Response
	if e.Broken() || e.Effect() != "" {
		return "", described(e), nil
	}
	body := e.JSON()
	if e.IsJSON() && body.IsObject() && len(body.Map()) == 1 {
		switch status := body.Get("status"); {
		case status.Str == "not_found":
			return "word", status.Raw, nil
		case status.Raw == "404":
			return "integer", status.Raw, nil
		}
	}
	if bodyForm(e) != "" {
		return "error", shown(e.Body), nil
	}
	return "", shown(e.Body), nil
}
