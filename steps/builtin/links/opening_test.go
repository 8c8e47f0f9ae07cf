package links

import (
	"cmp"
	"encoding/json"
	"errors"
	"fmt"
	"net/http"
	"net/http/httptest"
	"path"
	"strconv"
	"strings"
	"testing"
	"time"

	"understudy/spec"
	"understudy/steps/builtin/world"
	"understudy/steps/builtin/world/worldtest"
	"understudy/steps/client"
	"understudy/steps/outcome"
	"understudy/steps/report"
	"understudy/steps/target"
)

// shows is the response to the creation of a link with some members.
func shows(data map[string]any) *client.Exchange {
	body, err := json.Marshal(map[string]any{"status": "created", "data": data})
	if err != nil {
		panic(err)
	}
	return &client.Exchange{Request: client.Request{Operation: spec.CreateLink}, Status: http.StatusCreated, Body: body}
}

// opened opens the link and checks that it does; of an error it also returns the reason.
func opened(w *world.World) (report.Reason, error) {
	err := openURI(w)
	if err == nil {
		err = opensEditor(w)
	}
	var f *outcome.Finding
	if err == nil || errors.As(err, &f) {
		return report.Reason{}, err
	}
	return w.Run.ReasonOf(err), err
}

func TestTheUriOfANewLinkOpensTheEditor(t *testing.T) {
	later, soon := time.Now().Add(time.Hour).UTC().Format(time.RFC3339), time.Now().Add(-time.Second).UTC().Format(time.RFC3339)
	for name, c := range map[string]struct {
		codes      []int // of the responses, the last for all later ones
		another    int   // code of the link that opened before, if one did
		expiration string
		kind       report.ReasonKind // of the skip
		fails      bool
	}{
		"a page":                       {[]int{200}, 0, later, "", false},
		"a login page":                 {[]int{302}, 0, later, "", false},
		"no page":                      {[]int{404}, 0, later, "", true},
		"no page until it has settled": {[]int{404, 200}, 0, later, "", false},
		"a page for browsers alone":    {[]int{403}, 0, later, report.Inconclusive, false},
		"an error":                     {[]int{500}, 0, later, "", true},
		"forbidden, unlike another":    {[]int{403}, 200, later, "", true},
		"forbidden, like another":      {[]int{403}, 403, later, report.Inconclusive, false},
		"a gateway's error":            {[]int{502}, 0, later, report.Inconclusive, false},
		"a link that has expired":      {[]int{410}, 0, soon, report.Inconclusive, false},
	} {
		t.Run(name, func(t *testing.T) {
			asked := 0
			s := httptest.NewServer(http.HandlerFunc(func(rw http.ResponseWriter, r *http.Request) {
				switch r.URL.Path {
				case "/another":
					rw.WriteHeader(c.another)
					return
				case "/editor":
				default:
					rw.WriteHeader(http.StatusConflict) // the segment has one link only
					return
				}
				if r.Header.Get("Authorization") != "" || !strings.HasPrefix(r.Header.Get("Accept"), "text/html") {
					t.Errorf("the uri is opened with %v, not as by a browser", r.Header)
				}
				rw.WriteHeader(c.codes[min(asked, len(c.codes)-1)])
				asked++
			}))
			defer s.Close()
			w := worldtest.On(t, target.Target{BaseURL: s.URL, OpenLinks: true,
				Limits: target.Limits{RequestTimeout: target.Duration(time.Minute), Settle: target.Duration(20 * time.Millisecond)}})
			w.Link = shows(map[string]any{"uri": s.URL + "/editor?auth=secret", "expired": false, "revoked": false, "expiration": c.expiration})
			Note(w, w.Link)
			if c.another != 0 {
				ofRun(w.Run).opened.Store("", s.URL+"/another") // no link of the test leads back
			}
			reason, err := opened(w)
			var f *outcome.Finding
			if fails := errors.As(err, &f); fails != c.fails || reason.Kind != c.kind {
				t.Errorf("%v, %s; fails %v, want %v, and kind %q", err, reason, fails, c.fails, c.kind)
			}
		})
	}
}

func TestARedirectThatLeadsToNoEditorIsClosed(t *testing.T) {
	const back = "https://app.example.com/done?a=1"
	for name, c := range map[string]struct {
		to       string // of the redirect; empty is the uri itself
		isCookie bool   // the redirect sets a cookie
		fails    bool
	}{
		"to a login page":                          {"/login", false, false},
		"to itself":                                {"", false, true},
		"to itself, with a cookie":                 {"", true, false},
		"straight to the redirect_uri":             {back, false, true},
		"to the redirect_uri, with an explanation": {back + "&error=browser", false, false},
	} {
		t.Run(name, func(t *testing.T) {
			s := httptest.NewServer(http.HandlerFunc(func(rw http.ResponseWriter, r *http.Request) {
				if r.URL.Path != "/editor" {
					rw.WriteHeader(http.StatusConflict) // the segment has one link only
					return
				}
				if c.isCookie {
					http.SetCookie(rw, &http.Cookie{Name: "seen", Value: "1"})
				}
				http.Redirect(rw, r, cmp.Or(c.to, r.URL.String()), http.StatusFound)
			}))
			defer s.Close()
			w := worldtest.On(t, target.Target{BaseURL: s.URL, OpenLinks: true,
				Limits: target.Limits{RequestTimeout: target.Duration(time.Minute), Settle: target.Duration(20 * time.Millisecond)}})
			w.Link = shows(map[string]any{"uri": s.URL + "/editor?auth=secret", "expired": false, "revoked": false, "redirect_uri": back,
				"expiration": time.Now().Add(time.Hour).UTC().Format(time.RFC3339)})
			Note(w, w.Link)
			_, err := opened(w)
			if fails := err != nil; fails != c.fails {
				t.Errorf("%v; fails %t, want %t", err, fails, c.fails)
			}
		})
	}
}

func TestALinkThatStaysClosedBesideOneThatOpensIsARemark(t *testing.T) {
	made := 1
	var s *httptest.Server
	link := func() map[string]any {
		return map[string]any{"uri": fmt.Sprintf("%s/editor/%d?auth=secret", s.URL, made), "expired": false, "revoked": false,
			"expiration": time.Now().Add(time.Hour).UTC().Format(time.RFC3339)}
	}
	s = httptest.NewServer(http.HandlerFunc(func(rw http.ResponseWriter, r *http.Request) {
		switch {
		case r.Method == http.MethodPost:
			made++
			rw.WriteHeader(http.StatusCreated)
			_ = json.NewEncoder(rw).Encode(map[string]any{"status": "created", "data": link()})
		case r.URL.Path == "/editor/1":
			rw.WriteHeader(http.StatusNotFound)
		}
	}))
	defer s.Close()
	w := worldtest.On(t, target.Target{BaseURL: s.URL, OpenLinks: true,
		Limits: target.Limits{RequestTimeout: target.Duration(time.Minute), Settle: target.Duration(20 * time.Millisecond)}})
	w.Link = shows(link())
	w.Link.Request = w.Request(spec.CreateLink, "1", "2")
	Note(w, w.Link)
	if _, err := opened(w); err != nil || made != 2+mostOpened {
		t.Fatalf("%v, after %d links", err, made)
	}
	if len(w.Result.Remarks) != 1 || !strings.Contains(w.Result.Remarks[0], "HTTP 404") {
		t.Errorf("%q", w.Result.Remarks)
	}
}

func TestALinkThatCannotOpenIsNotOpened(t *testing.T) {
	later := time.Now().Add(time.Hour).UTC().Format(time.RFC3339)
	for name, c := range map[string]struct {
		allowed bool
		data    map[string]any
		by      string
	}{
		"no permission":            {false, map[string]any{"uri": "http://127.0.0.1:1/?auth=a", "expiration": later}, ""},
		"no uri":                   {true, map[string]any{"expiration": later}, ""},
		"a uri with blanks":        {true, map[string]any{"uri": "http://127.0.0.1:1/a b?auth=a", "expiration": later}, "link-uri"},
		"no auth":                  {true, map[string]any{"uri": "http://127.0.0.1:1/", "expiration": later}, "link-carries-auth"},
		"expired when new":         {true, map[string]any{"uri": "http://127.0.0.1:1/?auth=a", "expired": true, "expiration": later}, "link-is-fresh"},
		"a uri that leads nowhere": {true, map[string]any{"uri": "http://127.0.0.1:1/?auth=a", "expiration": later}, ""},
	} {
		t.Run(name, func(t *testing.T) {
			w := worldtest.On(t, target.Target{BaseURL: "http://127.0.0.1:1", OpenLinks: c.allowed, Limits: target.Limits{RequestTimeout: target.Duration(time.Minute)}})
			w.Link = shows(c.data)
			reason, err := opened(w)
			if reason.By != c.by || reason.Kind == "" || strings.Contains(reason.Text, "auth=") {
				t.Errorf("%v: %+v; want a skip by %q", err, reason, c.by)
			}
		})
	}
}

func TestALinkThatOpensAfterItsExpirationIsARemark(t *testing.T) {
	for code, remarks := range map[int]int{http.StatusOK: 1, http.StatusGone: 0} {
		s := httptest.NewServer(http.HandlerFunc(func(rw http.ResponseWriter, _ *http.Request) { rw.WriteHeader(code) }))
		w := worldtest.On(t, target.Target{BaseURL: s.URL, OpenLinks: true,
			Limits: target.Limits{RequestTimeout: target.Duration(time.Minute), LinkWait: target.Duration(time.Second)}})
		w.Link = shows(map[string]any{"uri": s.URL + "/editor?auth=secret", "expiration": time.Now().Add(-2 * time.Second).UTC().Format(time.RFC3339)})
		w.Link.Received = time.Now()
		if err := waitForExpiration(w); err != nil || len(w.Result.Remarks) != remarks {
			t.Errorf("HTTP %d: %v, %q", code, err, w.Result.Remarks)
		}
		s.Close()
	}
}

// TestLinksOfWhichSomeOpenNothing checks links of a segment, of which each nth is closed, the first one too.
func TestLinksOfWhichSomeOpenNothing(t *testing.T) {
	for nth, fails := range map[int]bool{1: true, 2: true, 3: true, 20: false, 100: false} {
		made := nth
		var s *httptest.Server
		link := func() map[string]any {
			return map[string]any{"uri": fmt.Sprintf("%s/editor/%d?auth=secret", s.URL, made), "expired": false, "revoked": false,
				"expiration": time.Now().Add(time.Hour).UTC().Format(time.RFC3339)}
		}
		s = httptest.NewServer(http.HandlerFunc(func(rw http.ResponseWriter, r *http.Request) {
			switch number, _ := strconv.Atoi(path.Base(r.URL.Path)); {
			case r.Method == http.MethodPost:
				made++
				rw.WriteHeader(http.StatusCreated)
				_ = json.NewEncoder(rw).Encode(map[string]any{"status": "created", "data": link()})
			case number%nth == 0:
				rw.WriteHeader(http.StatusNotFound)
			}
		}))
		w := worldtest.On(t, target.Target{BaseURL: s.URL, OpenLinks: true,
			Limits: target.Limits{RequestTimeout: target.Duration(time.Minute), Settle: target.Duration(20 * time.Millisecond)}})
		w.Link = shows(link())
		w.Link.Request = w.Request(spec.CreateLink, "1", "2")
		Note(w, w.Link)
		w.Hooks.NoteResponse = func(e *client.Exchange) { Note(w, e) }
		if _, err := opened(w); (err != nil) != fails {
			t.Errorf("each link of %d is closed: %v, want a finding: %t", nth, err, fails)
		}
		s.Close()
	}
}
