package features_test

import (
	"io"
	"net/http"
	"slices"
	"strings"
	"testing"

	"understudy/server"
	"understudy/steps"
	"understudy/steps/report"
)

// sourceElsewhere serves a fake whose source URLs are on the origin http://localhost,
// where another handler responds to them.
func sourceElsewhere(response http.HandlerFunc) func(http.Handler) http.Handler {
	return func(fake http.Handler) http.Handler {
		return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
			_, port, _ := strings.Cut(r.Host, ":")
			other := "localhost:" + port
			if r.Host == other {
				response(w, r)
				return
			}
			r.Host = other // absolute URLs are made from it
			fake.ServeHTTP(w, r)
		})
	}
}

// unchecked returns the reasons why a scenario on a source URL checked nothing: its
// own, or those of the promises that a creation does not show. A scenario that checked
// something has none.
func unchecked(s report.Scenario) (reasons []report.Reason) {
	if s.Verdict == report.Skip || len(s.Promises) == 0 {
		return []report.Reason{s.Reason}
	}
	for _, id := range s.Promises {
		if id != "created-segment-id" && id != "segments-are-created" {
			reasons = append(reasons, s.Unseen[id])
		}
	}
	return reasons
}

func TestASourceURLOnAnotherOrigin(t *testing.T) {
	for rule, c := range map[string]struct {
		response http.HandlerFunc
		exit     int
		breaks   []string
	}{
		"that takes another token is skipped": {func(w http.ResponseWriter, r *http.Request) {
			if r.Header.Get("Authorization") != "" {
				t.Error("a token was sent there")
			}
			w.WriteHeader(http.StatusUnauthorized)
		}, 3, nil},
		"that leads to a third is skipped": {func(w http.ResponseWriter, r *http.Request) {
			http.Redirect(w, r, "http://third.invalid/login", http.StatusFound)
		}, 3, nil},
		"that leads back is skipped": {func(w http.ResponseWriter, r *http.Request) {
			http.Redirect(w, r, strings.Replace("http://"+r.Host, "localhost", "127.0.0.1", 1), http.StatusFound)
		}, 3, nil},
		"that falls over is skipped": {func(http.ResponseWriter, *http.Request) { panic(http.ErrAbortHandler) }, 3, nil},
		"that responds without a status breaks a promise": {func(w http.ResponseWriter, _ *http.Request) {
			w.Header().Set("Content-Type", "application/json")
			_, _ = io.WriteString(w, `{"state":"done"}`)
		}, 1, []string{"segment-source-status"}},
	} {
		t.Run(rule, func(t *testing.T) {
			tg := serveBehind(t, server.Options{}, sourceElsewhere(c.response))
			r := verify(t, tg, steps.Options{Tags: "@operation:read-segment-source"})
			if r.Exit() != c.exit || !slices.Equal(r.Broken(), c.breaks) {
				t.Errorf("exit %d, broken: %v", r.Exit(), r.Broken())
			}
			for _, s := range r.Scenarios {
				if s.Address == "states/source#a-source-that-does-not-exist" {
					continue // the creation is rejected, so there is no source URL
				}
				for _, reason := range unchecked(s) {
					if c.exit == 3 && (reason.Kind != report.MissingTestData || !strings.HasPrefix(reason.Text, "the source URL leads to http://localhost:")) {
						t.Errorf("%s: %s %s", s.Address, s.Verdict, reason)
					}
				}
			}
		})
	}
}
