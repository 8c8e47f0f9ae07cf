package scenario

import (
	"net/http"
	"strings"
	"testing"

	"understudy/steps/client"
	"understudy/steps/target"
)

func TestARejectionIsShownInItsWords(t *testing.T) {
	r := &Run{Redact: client.NewRedactor(target.Target{}, false)}
	for body, want := range map[string]string{
		`{"message": "name is too long"}`: `HTTP 422 {"message": "name is too long"}`,
		"name\nis too long":               "HTTP 422 name is too long",
		"":                                "HTTP 422",
		"<html><body>Unprocessable</body></html>":        "HTTP 422",
		`{"credentials": {"account_id": "CANARY-AUTH"}}`: "",
		strings.Repeat("long ", 100):                     "HTTP 422 " + strings.Repeat("long ", 31) + "long…",
	} {
		got := r.RejectionInItsWords(&client.Exchange{Status: http.StatusUnprocessableEntity, Header: http.Header{}, Body: []byte(body)})
		if strings.Contains(got, "CANARY") || want != "" && got != want {
			t.Errorf("%q is shown as %q", body, got)
		}
	}
}
