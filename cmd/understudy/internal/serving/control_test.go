package serving

import (
	"net/http"
	"path/filepath"
	"strings"
	"testing"

	"understudy/steps/target"
)

// everywhere makes a fake listen on every address of the machine.
func everywhere(o *Options) { o.Addr = "0.0.0.0:0" }

func TestAControlTokenOpensTheControlAPI(t *testing.T) {
	const token = "canary-control-token"
	for rule, c := range map[string]struct {
		change      func(*Options)
		environment string
	}{
		"by flag":               {func(o *Options) { everywhere(o); o.ControlToken = token }, ""},
		"by the environment":    {everywhere, token},
		"and on loopback too":   {func(*Options) {}, token},
		"the flag overrides it": {func(o *Options) { o.ControlToken = token }, "another"},
	} {
		t.Run(rule, func(t *testing.T) {
			t.Setenv(ControlTokenEnv, c.environment)
			file := filepath.Join(t.TempDir(), "target.yaml")
			s := start(t, func(o *Options) { c.change(o); o.TargetFile = file })
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
			if log, _ := s.stop(); strings.Contains(log+s.banner, token) {
				t.Errorf("the token is shown:\n%s%s", s.banner, log)
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

func TestALineSaysHowToTurnTheControlAPIOn(t *testing.T) {
	for rule, c := range map[string]struct {
		change func(*Options)
		said   bool
	}{
		"where it is off by default":  {everywhere, true},
		"not where it was turned off": {func(o *Options) { everywhere(o); o.Control = off }, false},
		"not where it is on":          {func(*Options) {}, false},
	} {
		log, _ := start(t, c.change).stop()
		if got := strings.Contains(log, "the control API is off: --control-token"); got != c.said {
			t.Errorf("%s: %s", rule, log)
		}
	}
}

func TestTheControlAPIIsOnWhereOnlyThisMachineReachesIt(t *testing.T) {
	for rule, c := range map[string]struct {
		change func(*Options)
		status int
	}{
		"on loopback":               {func(*Options) {}, http.StatusOK},
		"off when asked":            {func(o *Options) { o.Control = off }, http.StatusNotFound},
		"off on every address":      {everywhere, http.StatusNotFound},
		"on everywhere, when asked": {func(o *Options) { everywhere(o); o.Control = on }, http.StatusOK},
	} {
		t.Run(rule, func(t *testing.T) {
			file := filepath.Join(t.TempDir(), "target.yaml")
			s := start(t, func(o *Options) { c.change(o); o.TargetFile = file })
			defer s.stop()
			if code := statusWith(t, s.line("base URL")+"/_understudy/clock", ""); code != c.status {
				t.Errorf("HTTP %d", code)
			}
			tg, err := target.Load(file)
			if err != nil {
				t.Fatal(err)
			}
			want := ""
			if c.status == http.StatusOK {
				want = tg.BaseURL + "/_understudy"
			}
			if tg.ControlURL != want || strings.Contains(s.banner, "control API") != (want != "") {
				t.Errorf("control_url is %q:\n%s", tg.ControlURL, s.banner)
			}
		})
	}
}
