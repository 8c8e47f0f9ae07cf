package steps

import (
	"fmt"
	"mime"
	"net/http"
	"strings"

	"github.com/tidwall/gjson"

	"understudy/spec"
	"understudy/steps/client"
	"understudy/steps/report"
	"understudy/steps/scenario"
)

// refused skips an answer that shows no refusal.
func (w *world) refused() error {
	e := w.Last
	if e.Effect() != "" || e.OK() && !e.Rejected() && e.IsJSON() {
		return notRejected(e)
	}
	if e.Operation == spec.ReadSegmentSource && e.Status == http.StatusNotFound {
		// Gap source-code: there may be nothing to show yet, whatever the token.
		return scenario.Skip(report.NoItemSeen, "the source URL may answer 404 while creation is running")
	}
	return nil
}

func errorBody(w *world) (string, string, error) {
	if err := w.refused(); err != nil {
		return "", "", err
	}
	return bodyForm(w.Last), clipEvidence(w.Last.Body), nil
}

func errorContentType(w *world) (string, string, error) {
	if err := w.refused(); err != nil {
		return "", "", err
	}
	text := w.Last.Header.Get("Content-Type")
	media, _, _ := mime.ParseMediaType(text)
	json := w.Last.IsJSON()
	switch {
	case json && media == "application/problem+json":
		return "problem", text, nil
	case json && media == "text/plain":
		return "plain", text, nil
	case json && (media == "application/json" || strings.HasSuffix(media, "+json")),
		!json && len(w.Last.Body) > 0 && media == "text/plain",
		len(w.Last.Body) == 0 && text == "":
		return "fitting", strings.TrimSpace(text + " of " + bodyKind(w.Last.Body, json)), nil
	}
	return "", fmt.Sprintf("%q of %s", text, bodyKind(w.Last.Body, json)), nil
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

func notFoundBody(w *world) (string, string, error) {
	e := w.Last
	if e.Broken() || e.Effect() != "" {
		return "", outcome(e), nil
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
		return "error", clipEvidence(e.Body), nil
	}
	return "", clipEvidence(e.Body), nil
}

func clipEvidence(b []byte) string {
	if len(b) == 0 {
		return "an empty body"
	}
	if len(b) > 120 {
		return strings.ToValidUTF8(string(b[:120]), "") + "…"
	}
	return string(b)
}
