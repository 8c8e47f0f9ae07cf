package control_test

import (
	"io"
	"net/http"
	"strings"
	"testing"

	"understudy/server/internal/testkit"
)

// spaces is an endless body.
type spaces struct{}

func (spaces) Read(p []byte) (int, error) { return copy(p, strings.Repeat(" ", len(p))), nil }

func TestAnEndlessBodyIsRejected(t *testing.T) {
	a := testkit.OpenControlled(t).Control("POST", "clock/advance", "", func(r *http.Request) { r.Body = io.NopCloser(spaces{}) })
	if a.Code != 400 || !strings.Contains(a.Get("error").Str, "at most 32 MiB") {
		t.Error(a)
	}
}
