package main

import (
	"net/http"
	"path/filepath"
	"strings"
	"testing"

	"understudy/spec"
	"understudy/spec/gap"
	"understudy/steps/target"
)

func TestAControlTokenOpensTheControlAPI(t *testing.T) {
	const token = "canary-control-token"
	for rule, args := range map[string][]string{
		"by flag":                 {"--addr", "0.0.0.0:0", "--control-token", token},
		"by the environment":      {"--addr", "0.0.0.0:0"},
		"and on loopback too":     {},
		"the flag goes before it": {"--control-token", token},
	} {
		t.Run(rule, func(t *testing.T) {
			switch rule {
			case "by flag":
			case "the flag goes before it":
				t.Setenv(controlTokenEnv, "another")
			default:
				t.Setenv(controlTokenEnv, token)
			}
			file := filepath.Join(t.TempDir(), "target.yaml")
			s := startServe(t, append(args, "--target-file", file)...)
			clock := s.line("control API") + "/clock"
			for sent, want := range map[string]int{"": http.StatusUnauthorized, "Bearer " + token: http.StatusOK, "Bearer another": http.StatusUnauthorized} {
				if got := statusWith(t, clock, sent); got != want {
					t.Errorf("with %q: HTTP %d, want %d", sent, got, want)
				}
			}
			tg, err := target.Load(file)
			if err != nil || tg.ControlURL != "" {
				t.Errorf("the target file has the control_url %q, which would want the token: %v", tg.ControlURL, err)
			}
			if _, log := s.stop(); strings.Contains(log+s.banner, token) {
				t.Errorf("the token is told:\n%s%s", s.banner, log)
			}
		})
	}
}

// statusWith is the HTTP status of a GET with an Authorization header.
func statusWith(t *testing.T, url, authorization string) int {
	t.Helper()
	r, err := http.NewRequestWithContext(t.Context(), http.MethodGet, url, nil)
	if err != nil {
		t.Fatal(err)
	}
	if authorization != "" {
		r.Header.Set("Authorization", authorization)
	}
	resp, err := http.DefaultClient.Do(r)
	if err != nil {
		t.Fatal(err)
	}
	resp.Body.Close()
	return resp.StatusCode
}

func TestALineTellsHowToTurnTheControlAPIOn(t *testing.T) {
	for rule, c := range map[string]struct {
		args []string
		told bool
	}{
		"where it is off by default":  {[]string{"--addr", "0.0.0.0:0"}, true},
		"not where it was turned off": {[]string{"--addr", "0.0.0.0:0", "--control", "off"}, false},
		"not where it is on":          {nil, false},
	} {
		_, log := startServe(t, c.args...).stop()
		if got := strings.Contains(log, "the control API is off: --control-token"); got != c.told {
			t.Errorf("%s: %s", rule, log)
		}
	}
}

func TestGapsGoBeforeWhatWasChosenOtherwise(t *testing.T) {
	for seed := range uint64(20) {
		c, err := parseChoice(gap.Random(seed), []string{"per-page-over-max=refuse"})
		if err != nil {
			t.Fatal(err)
		}
		if got := c.Variant("per-page-over-max", spec.ListInvitations); got != "refuse" {
			t.Errorf("seed %d: %s", seed, got)
		}
	}
}
