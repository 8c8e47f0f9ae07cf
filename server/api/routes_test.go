package api_test

import (
	"io"
	"net/http"
	"strings"
	"testing"
	"testing/iotest"

	"understudy/server"
	"understudy/server/internal/testkit"
)

func TestPathsAndMethods(t *testing.T) {
	f := testkit.OpenChoosing(t)
	for rule, c := range map[string]struct {
		method, path string
		code         int
		allow        string
	}{
		"an unknown path":             {"GET", "/api/v1/nothing", 404, ""},
		"the root":                    {"GET", "/", 404, ""},
		"another version":             {"GET", "/api/v2/invitations", 404, ""},
		"a trailing slash":            {"GET", "/api/v1/invitations/", 404, ""},
		"a double slash":              {"GET", "/api/v1//invitations", 404, ""},
		"a double slash at the start": {"GET", "//api/v1/invitations", 404, ""},
		"an empty id":                 {"POST", "/api/v1/sources//filter_segments", 404, ""},
		"dots":                        {"GET", "/api/v1/./invitations", 404, ""},
		"an escaped slash":            {"GET", "/api/v1%2Finvitations", 404, ""},
		"upper case":                  {"GET", "/API/v1/invitations", 404, ""},
		"a wrong method":              {"DELETE", "/api/v1/invitations", 405, "GET, HEAD"},
		"an unknown method":           {"BREW", "/api/v1/invitations", 405, "GET, HEAD"},
		"OPTIONS":                     {"OPTIONS", "/api/v1/invitations", 405, "GET, HEAD"},
		"GET where only POST is":      {"GET", "/api/v1/sources/4120/filter_segments", 405, "POST"},
		"HEAD where only POST is":     {"HEAD", "/api/v1/sources/4120/filter_segments", 405, "POST"},
		"GET where only PUT is":       {"GET", "/api/v1/connectors/a/publish_to_organization", 405, "PUT"},
		"two methods of one path":     {"POST", "/api/v1/destinations/6101", 405, "GET, HEAD, PATCH"},
		"an unknown sandbox":          {"GET", "/s/nobody/api/v1/invitations", 404, ""},
		"a sandbox without id":        {"GET", "/s//api/v1/invitations", 404, ""},
		"a sandbox without path":      {"GET", "/s/default", 404, ""},
		"a sandbox within a sandbox":  {"GET", "/s/default/s/default/api/v1/invitations", 404, ""},
	} {
		t.Run(rule, func(t *testing.T) {
			a := f.Do(c.method, c.path, "", testkit.Bearer(f.TestData().PersonalToken))
			if a.Code != c.code || a.Header.Get("Allow") != c.allow {
				t.Errorf("got %s, Allow %q; want %d, %q", a, a.Header.Get("Allow"), c.code, c.allow)
			}
			if a.Header.Get("Content-Type") != "application/json" || c.method != "HEAD" && a.Get("status").Str != "error" {
				t.Errorf("the response is not an error of the API: %s", a)
			}
		})
	}
}

func TestAnUnknownPathGetsSuggestions(t *testing.T) {
	const segments = "/api/v1/sources/{source_id}/filter_segments"
	for path, near := range map[string]string{
		"/api/v1/invitation":                            "/api/v1/invitations",
		"/api/v1/invitations/":                          "/api/v1/invitations",
		"/api/v1/Invitations":                           "/api/v1/invitations",
		"/api/v1//invitations":                          "/api/v1/invitations",
		"/api/v1/destinations":                          "/api/v1/destinations/{destination_id}",
		"/api/v1/destinations/6101/object":              "/api/v1/destinations/{destination_id}/objects",
		"/api/v1/sources/4120/segments":                 segments,
		"/api/v1/sources//filter_segments":              segments,
		"/api/v1/sources/4120/filter_segments/1/status": segments + "/{segment_id}/source_status",
		"/api/v1/connectors/acme/publish":               "/api/v1/connectors/{service_name}/publish_to_organization",
		"/api/v2/invitations":                           "/api/v1/invitations",
		"/v1/invitations":                               "/api/v1/invitations",
		"/invitations":                                  "/api/v1/invitations",
		"//api/v1/invitations":                          "/api/v1/invitations",
		"/api/v1/syncs/1":                               "",
		"/api/v1/":                                      "",
		"/favicon.ico":                                  "",
		"/api/v1/" + strings.Repeat("x", 100_000):       "",
	} {
		for _, control := range []bool{false, true} {
			says := testkit.Open(t, server.Options{Control: control}).Do("GET", path, "").Get("message").Str
			if near != "" && !strings.Contains(says, "Did you mean "+near+"?") || near == "" && !strings.Contains(says, "There are /api/v1/destinations/{destination_id}, /api/v1/") {
				t.Errorf("%.60s: %s", path, says)
			}
			if prefixed := strings.HasPrefix(path, "/api/v1/"); prefixed == strings.Contains(says, "every path of the API begins with /api/v1") {
				t.Errorf("%.60s: %s", path, says)
			} else if strings.Contains(says, "The console is at /_understudy/") != (control && !prefixed) {
				t.Errorf("%.60s: %s", path, says)
			}
		}
	}
}

func TestAQueryThatCannotBeDecodedIsRejected(t *testing.T) {
	f := testkit.OpenChoosing(t)
	for _, a := range []testkit.Response{f.ListInvitations("?page=%zz"), f.ListInvitations("?%"), f.ListInvitations("?a;b"), f.Get(f.SegmentsPath() + "/2301?%zz")} {
		if a.Code != 400 || a.Get("status").Str != "error" {
			t.Error(a)
		}
	}
}

func TestEscapedPathsAreDecoded(t *testing.T) {
	f := testkit.OpenChoosing(t)
	if a := f.Get("/api/v1/sources/%34120/filter%5fsegments/2301"); a.Code != 200 {
		t.Error(a)
	}
}

func TestHEADIsGETWithoutBody(t *testing.T) {
	f := testkit.OpenChoosing(t)
	get := f.ListInvitations("")
	head := f.Do("HEAD", testkit.InvitationsPath, "", testkit.Bearer(f.TestData().PersonalToken))
	if head.Code != 200 || head.Body != "" || head.Header.Get("Content-Length") != get.Header.Get("Content-Length") {
		t.Errorf("response to HEAD: %s, %v", head, head.Header)
	}
	if a := f.Do("HEAD", testkit.InvitationsPath, ""); a.Code != 401 || a.Body != "" {
		t.Errorf("response to HEAD without token: %s", a)
	}
	if a := f.Do("HEAD", "/_understudy/healthz", ""); a.Code != 200 || a.Body != "" {
		t.Errorf("response to HEAD of the health page: %s", a)
	}
}

func TestAbsoluteURLsStartWithThePublicURL(t *testing.T) {
	f := testkit.Open(t, server.Options{PublicURL: "https://api.example.com/fake/"})
	if got := f.PostSegment(f.SegmentBody()).Get("filter_segment_source_url").Str; !strings.HasPrefix(got, "https://api.example.com/fake/api/v1/sources/") {
		t.Error(got)
	}
	for _, bad := range []string{"api.example.com", "ftp://example.com", "http://", "http://example.com?x=1", "%"} {
		if _, err := server.New(server.Options{PublicURL: bad}); err == nil {
			t.Errorf("%q was taken", bad)
		}
	}
}

func TestABodyThatBreaksOffIsMalformed(t *testing.T) {
	f := testkit.OpenChoosing(t)
	a := f.PostSegment(f.SegmentBody(), func(r *http.Request) { r.Body = io.NopCloser(iotest.ErrReader(io.ErrUnexpectedEOF)) })
	if a.Code != 400 || f.PostSegment(f.SegmentBody()).Get("data.id").Int() != 2312 {
		t.Error(a)
	}
}
