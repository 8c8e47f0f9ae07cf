package verification

import (
	"encoding/pem"
	"io"
	"log"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"understudy/cmd/faketarget"
	"understudy/server"
	"understudy/steps/report"
	"understudy/steps/target"
)

// behindGateway serves a fake over TLS, with a certificate of a private CA, to
// clients that send the gateway's key. It returns the deployment's target and a
// folder with the CA's certificate, ca.pem.
func behindGateway(t *testing.T) (tg target.Target, dir string) {
	t.Helper()
	fake, err := server.New(server.Options{AsyncDelay: 150 * time.Millisecond})
	if err != nil {
		t.Fatal(err)
	}
	s := httptest.NewUnstartedServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if r.Header.Get("X-Gateway-Key") != "gateway-key-1" {
			http.Error(w, "no way in", http.StatusForbidden)
			return
		}
		fake.ServeHTTP(w, r)
	}))
	s.Config.ErrorLog = log.New(io.Discard, "", 0) // errors of clients that do not trust it
	s.StartTLS()
	t.Cleanup(s.Close)
	dir = t.TempDir()
	certificate := pem.EncodeToMemory(&pem.Block{Type: "CERTIFICATE", Bytes: s.Certificate().Raw})
	if err := os.WriteFile(filepath.Join(dir, "ca.pem"), certificate, 0o600); err != nil {
		t.Fatal(err)
	}
	tg = faketarget.Of(fake, s.URL)
	tg.TLS.CAFile = "ca.pem"
	tg.Headers = map[string]string{"X-Gateway-Key": "gateway-key-1"}
	return tg, dir
}

func TestADeploymentBehindTLSAndAGatewayIsVerified(t *testing.T) {
	for rule, c := range map[string]struct {
		change func(*target.Target)
		code   int
		says   string
	}{
		"with its CA and headers":        {func(*target.Target) {}, 0, "– partly checked: "},
		"without its CA":                 {func(tg *target.Target) { tg.TLS.CAFile = "" }, 2, "tls.ca_file"},
		"any certificate":                {func(tg *target.Target) { tg.TLS = target.TLS{InsecureSkipVerify: true} }, 0, "– partly checked: "},
		"without the headers":            {func(tg *target.Target) { tg.Headers = nil }, 2, "or give in headers what a gateway in front of it asks for"},
		"with a CA file that is invalid": {func(tg *target.Target) { tg.TLS.CAFile = "target.yaml" }, 2, "target.yaml"},
	} {
		t.Run(rule, func(t *testing.T) {
			tg, dir := behindGateway(t)
			c.change(&tg)
			text, err := target.Marshal(tg)
			if err != nil {
				t.Fatal(err)
			}
			file := filepath.Join(dir, "target.yaml")
			if err := os.WriteFile(file, text, 0o600); err != nil {
				t.Fatal(err)
			}
			code, stdout, stderr := verify(t, Options{Target: file, Tags: "@operation:list-invitations or @promise:segment-source-status"})
			if code != c.code || !strings.Contains(stdout+stderr, c.says) {
				t.Errorf("exit code %d, without %q:\n%s%s", code, c.says, stdout, stderr)
			}
			if strings.Contains(stdout+stderr, "gateway-key-1") {
				t.Error("the gateway's key is shown")
			}
		})
	}
}

func TestATimeoutReportsWhatIsKnown(t *testing.T) {
	var asked atomic.Int64
	file := deployment(t, func(next http.Handler) http.Handler {
		return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
			if asked.Add(1) > 40 {
				_, _ = io.Copy(io.Discard, r.Body)
				<-r.Context().Done() // no response, until the client disconnects
				return
			}
			next.ServeHTTP(w, r)
		})
	})
	dir := t.TempDir()
	code, stdout, stderr := verify(t, Options{Target: file, Concurrency: 1, Timeout: time.Second, ReadOnly: true,
		Reports: []string{"json=" + filepath.Join(dir, "report.json"), "junit=" + filepath.Join(dir, "report.xml")}})
	if code != 2 || !strings.Contains(stdout, "\n! error: the run was interrupted by --timeout 1s: ") {
		t.Errorf("exit code %d: %s%s", code, stdout, stderr)
	}
	r := readReport(t, filepath.Join(dir, "report.json"))
	// On a slow machine the time may be over before there is a verdict.
	known := r.Summary.Pass > 0 || asked.Load() <= 40
	if !r.Interrupted || r.InterruptedBy != "--timeout 1s" || !known || r.Summary.Skip == 0 || r.Summary.Fail+r.Summary.Error > 0 {
		t.Errorf("the report says %+v", r.Summary)
	}
}

func TestATimeoutThatIsNotReachedChangesNothing(t *testing.T) {
	code, stdout, stderr := verify(t, Options{Timeout: 5 * time.Minute, Tags: "@promise:page-zero-is-one"})
	if code != 0 || strings.Contains(stdout, "interrupted") {
		t.Errorf("exit code %d: %s%s", code, stdout, stderr)
	}
}

// mostHTML is how large the HTML report of a whole run may be, in bytes.
const mostHTML = 300_000

// TestTheOwnFakesAreVerifiedCompletely compares the results of the two fakes that
// verify starts with the list of scenarios: each runs once, and none is skipped for
// lack of a clock or test data.
func TestTheOwnFakesAreVerifiedCompletely(t *testing.T) {
	file, page := filepath.Join(t.TempDir(), "report.json"), filepath.Join(t.TempDir(), "report.html")
	code, stdout, stderr := verify(t, Options{Reports: []string{"json=" + file, "html=" + page}})
	if code != 0 {
		t.Fatalf("exit code %d: %s%s", code, stdout, stderr)
	}
	if text, err := os.ReadFile(page); err != nil || len(text) > mostHTML {
		t.Errorf("the HTML report of a whole run has %d bytes of at most %d: %v", len(text), mostHTML, err)
	}
	r := readReport(t, file)
	_, listed, _ := verify(t, Options{List: true})
	for _, s := range r.Scenarios {
		if !strings.Contains("\n"+listed, "\n"+s.Address+"\n") {
			t.Errorf("%s is not listed", s.Address)
		}
		if strings.Contains(s.Reason.Text, "control_url") || strings.Contains(s.Reason.Text, "the target file") {
			t.Errorf("%s: %s", s.Address, s.Reason)
		}
	}
	if want := strings.Count(listed, "\n    name    "); len(r.Scenarios) != want {
		t.Errorf("%d scenarios ran of %d", len(r.Scenarios), want)
	}
	if !slices.ContainsFunc(r.Promises, func(p report.Promise) bool { return p.ID == "link-expires" && p.Verdict == report.Pass }) {
		t.Error("no scenario that needs a clock has run")
	}
	if !strings.Contains(r.RunID, "+") || r.Summary.Total() != len(r.Promises) {
		t.Errorf("run %s is not a merged one: %+v", r.RunID, r.Summary)
	}
}

func TestADeploymentThatStartsLateIsWaitedForAndVerified(t *testing.T) {
	var asked atomic.Int64
	file := deployment(t, func(next http.Handler) http.Handler {
		return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
			if asked.Add(1) <= 2 {
				w.WriteHeader(http.StatusServiceUnavailable)
				return
			}
			next.ServeHTTP(w, r)
		})
	})
	code, stdout, stderr := verify(t, Options{Target: file, Wait: time.Minute, Tags: "@promise:page-zero-is-one and @operation:list-invitations"})
	if code != 0 || asked.Load() < 4 || !strings.Contains(stderr, "waiting up to 1m0s for the deployment to respond\n") {
		t.Errorf("exit code %d after %d requests: %s%s", code, asked.Load(), stdout, stderr)
	}
}
