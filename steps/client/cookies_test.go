package client_test

import (
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"

	"understudy/steps/client"
	"understudy/steps/target"
)

func TestCookiesAreSentOnRequestOnlyAndNeverReported(t *testing.T) {
	var got []string
	s := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		got = append(got, r.Header.Get("Cookie"))
		w.Header().Add("Set-Cookie", "sid=secret-session; Path=/")
		w.Header().Add("Set-Cookie", "gone=; Max-Age=0")
	}))
	defer s.Close()
	c := newClient(t, s.URL, func(tg *target.Target) { tg.Headers = map[string]string{"Cookie": "gateway=1"} })
	if c.HasCookies() {
		t.Error("there are cookies before the first response")
	}
	r := client.Request{Method: "GET", Path: "/", Scheme: client.NoToken}
	c.Once(t.Context(), r)
	r.Cookies = true
	e := c.Once(t.Context(), r)
	if want := []string{"gateway=1", "gateway=1; sid=secret-session"}; strings.Join(got, "|") != strings.Join(want, "|") || !c.HasCookies() {
		t.Errorf("sent %q, want %q", got, want)
	}
	if shown := client.NewRedactor(target.Target{}, false).Exchange(e).RequestHeader["Cookie"]; shown != "[redacted]" {
		t.Errorf("the report shows the cookies as %q", shown)
	}
}
