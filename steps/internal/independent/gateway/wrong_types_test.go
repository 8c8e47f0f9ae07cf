package gateway

import (
	"fmt"
	"io"
	"net/http/httptest"
	"strings"
	"testing"
)

func TestMembersOfAnotherTypeAreLeftOut(t *testing.T) {
	for sent, want := range map[string]struct {
		body  string
		label string
	}{
		`{"connector":{"label":"a","icon_url":"b","configuration_definition":{}}}`: {`{"connector":{"configuration_definition":{},"icon_url":"b","label":"a"}}`, ""},
		`{"connector":{"label":7}}`:                     {`{"connector":{"label":"of another type"}}`, "7"},
		`{"connector":{"icon_url":7}}`:                  {`{"connector":{}}`, ""},
		`{"connector":{"configuration_definition":[]}}`: {`{"connector":{}}`, ""},
		`{"connector":"a"}`:                             {`{"connector":"a"}`, ""},
	} {
		r, label := withDocumentedTypes(httptest.NewRequest("POST", "/", strings.NewReader(sent)))
		shown := ""
		if label != nil {
			shown = fmt.Sprint(label)
		}
		body, err := io.ReadAll(r.Body)
		if err != nil || string(body) != want.body || shown != want.label {
			t.Errorf("%s: %s, label %v, %v", sent, body, label, err)
		}
	}
}

func TestATokenInAnotherPlaceIsAccepted(t *testing.T) {
	r := httptest.NewRequest("POST", "/?access_token=q", strings.NewReader(`{"token":"b"}`))
	r.Header.Set("Authorization", "Basic a")
	r.Header.Set("X-Api-Key", "h")
	for place, c := range map[string]struct{ got, want string }{
		"after another word":       {after("Basic ")(r), "a"},
		"after a word not sent":    {after("Token ")(r), ""},
		"in the query":             {parameter("access_token")(r), "q"},
		"in a header":              {header("X-Api-Key")(r), "h"},
		"in the body":              {inBody("token")(r), "b"},
		"in the body, read before": {inBody("token")(r), "b"},
		"in other case":            {inOtherCase("aB7"), "Ab7"},
	} {
		if c.got != c.want {
			t.Errorf("%s: %q, want %q", place, c.got, c.want)
		}
	}
}
