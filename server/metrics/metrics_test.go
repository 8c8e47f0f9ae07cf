package metrics_test

import (
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"regexp"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/prometheus/client_golang/prometheus/testutil/promlint"
	dto "github.com/prometheus/client_model/go"
	"github.com/prometheus/common/expfmt"
	"github.com/prometheus/common/model"

	"understudy/server"
	"understudy/server/fault"
	"understudy/server/internal/testkit"
	"understudy/server/journal"
	"understudy/server/sandbox"
	"understudy/spec"
	"understudy/spec/promise"
)

// scrape reads the metrics of a fake.
func scrape(f testkit.Fake) map[string]*dto.MetricFamily {
	f.Helper()
	a := f.Control("GET", "metrics", "")
	if a.Code != 200 || !strings.HasPrefix(a.Header.Get("Content-Type"), "text/plain") {
		f.Fatal(a, a.Header)
	}
	parser := expfmt.NewTextParser(model.UTF8Validation)
	families, err := parser.TextToMetricFamilies(strings.NewReader(a.Body))
	if err != nil {
		f.Fatal(err)
	}
	return families
}

// value is the value of a metric with these labels, in order; of a histogram the
// number of observations. A metric that does not exist yet is 0.
func value(families map[string]*dto.MetricFamily, name string, labels ...string) float64 {
	for _, m := range families[name].GetMetric() {
		var have []string
		for _, l := range m.GetLabel() {
			have = append(have, l.GetValue())
		}
		if slices.Equal(have, labels) {
			return m.GetCounter().GetValue() + m.GetGauge().GetValue() + float64(m.GetHistogram().GetSampleCount())
		}
	}
	return 0
}

// wants compares the values of metrics, whose keys are a name and labels.
func wants(f testkit.Fake, want map[string]float64) {
	f.Helper()
	families := scrape(f)
	for key, n := range want {
		parts := strings.Fields(key)
		if got := value(families, parts[0], parts[1:]...); got != n {
			f.Errorf("%s is %v, want %v", key, got, n)
		}
	}
}

func TestRequestsAreCountedByOperationAndStatus(t *testing.T) {
	f := testkit.OpenControlled(t)
	f.ListInvitations("")
	f.ListInvitations("?page=first")
	f.PostSegment(f.SegmentBody())
	f.Control("POST", "sandboxes", `{"id":"other"}`)
	f.Do("GET", "/s/other/api/v1/invitations", "")
	f.Do("GET", "/s/nobody/api/v1/invitations", "")
	f.Do("GET", "/api/v1/nothing", "")
	f.Do("DELETE", "/api/v1/invitations", "")
	f.Do("GET", "/embed/segment", "")
	wants(f, map[string]float64{
		"understudy_requests_total list-invitations 200":              1,
		"understudy_requests_total list-invitations 400":              1,
		"understudy_requests_total list-invitations 401":              1,
		"understudy_requests_total create-segment 201":                1,
		"understudy_requests_total unknown 404":                       2,
		"understudy_requests_total unknown 405":                       1,
		"understudy_requests_total editor:load 404":                   1,
		"understudy_request_duration_seconds list-invitations":        3,
		"understudy_request_duration_seconds create-segment":          1,
		"understudy_request_duration_seconds unknown":                 3,
		"understudy_build_info " + goVersion(t, scrape(f)) + " devel": 1,
	})
}

func goVersion(t *testing.T, families map[string]*dto.MetricFamily) string {
	t.Helper()
	for _, l := range families["understudy_build_info"].GetMetric()[0].GetLabel() {
		if l.GetName() == "goversion" && strings.HasPrefix(l.GetValue(), "go1.") {
			return l.GetValue()
		}
	}
	t.Fatal("the version of Go is missing")
	return ""
}

func TestRequestsAreCountedWithoutAJournal(t *testing.T) {
	f := testkit.Open(t, server.Options{Control: true, Journal: new(journal.Limits)})
	f.ListInvitations("")
	f.SetFault(`{"status":503}`)
	f.ListInvitations("")
	wants(f, map[string]float64{
		"understudy_requests_total list-invitations 200": 1,
		"understudy_requests_total list-invitations 503": 1,
		"understudy_faults_injected_total status":        1,
		"understudy_journal_exchanges":                   0,
		"understudy_client_requests_checked_total":       0,
	})
}

func TestADurationIsInSeconds(t *testing.T) {
	f := testkit.OpenControlled(t)
	f.SetFault(`{"latency":"60ms"}`)
	f.ListInvitations("")
	h := scrape(f)["understudy_request_duration_seconds"].GetMetric()[0].GetHistogram()
	if h.GetSampleSum() < 0.06 || h.GetSampleSum() > 30 {
		t.Errorf("60 ms are %v seconds", h.GetSampleSum())
	}
	first, last := h.GetBucket()[0], h.GetBucket()[len(h.GetBucket())-2]
	if first.GetUpperBound() != 0.0001 || first.GetCumulativeCount() != 0 || last.GetUpperBound() != 10 {
		t.Errorf("the buckets reach from %v to %v", first, last)
	}
}

func TestSandboxesAreCounted(t *testing.T) {
	now := time.Date(2025, 3, 1, 12, 0, 0, 0, time.UTC)
	f := testkit.Open(t, server.Options{Control: true, Now: func() time.Time { return now }})
	for _, body := range []string{`{"id":"a","ttl":"10m"}`, `{"id":"b","ttl":"10m"}`, `{"id":"c","ttl":"1h"}`, `{"id":"d"}`, `{"id":"d"}`} {
		f.Control("POST", "sandboxes", body)
	}
	f.Control("DELETE", "sandboxes/d", "")
	wants(f, map[string]float64{"understudy_sandboxes": 4, "understudy_sandboxes_created_total": 4,
		"understudy_sandboxes_deleted_total": 1, "understudy_sandboxes_expired_total": 0})
	now = now.Add(10 * time.Minute)
	f.Do("GET", "/s/a/api/v1/invitations", "")
	wants(f, map[string]float64{"understudy_sandboxes": 2, "understudy_sandboxes_created_total": 4,
		"understudy_sandboxes_deleted_total": 1, "understudy_sandboxes_expired_total": 2})
}

func TestTheJournalsAreCounted(t *testing.T) {
	f := testkit.Open(t, server.Options{Control: true, Journal: &journal.Limits{Exchanges: 2}})
	for range 3 {
		f.ListInvitations("")
	}
	f.Control("POST", "sandboxes", `{"id":"a"}`)
	f.Do("GET", "/s/a/api/v1/invitations", "")
	wants(f, map[string]float64{"understudy_journal_exchanges": 3, "understudy_journal_evicted_exchanges_total": 1})
	if held := value(scrape(f), "understudy_journal_bytes"); held < 3*1024 {
		t.Errorf("3 exchanges take %v bytes", held)
	}
	f.Control("DELETE", "journal", "")
	f.Control("DELETE", "sandboxes/a", "")
	wants(f, map[string]float64{"understudy_journal_exchanges": 0, "understudy_journal_bytes": 0, "understudy_journal_evicted_exchanges_total": 1})
}

func TestFaultsAreCountedByKind(t *testing.T) {
	f := testkit.OpenControlled(t)
	site := httptest.NewServer(f)
	site.Client().Transport.(*http.Transport).DisableKeepAlives = true // a client repeats what is reset on an old connection
	defer site.Close()
	for n, rule := range []string{`{"latency":"1ms"}`, `{"status":503,"latency":"1ms"}`, `{"bytes_per_second":1000000}`, `{"cut_after":5}`, `{"cut_after":1000000}`,
		`{"reset":true}`, `{"silence":"1ms"}`} {
		f.SetFault(rule)
		if resp, err := site.Client().Get(site.URL + "/api/v1/invitations"); err == nil {
			_, _ = io.Copy(io.Discard, resp.Body)
			_ = resp.Body.Close()
		}
		f.Home().Journal().Wait(t.Context(), uint64(n))
		f.Control("DELETE", "faults", "")
	}
	wants(f, map[string]float64{
		"understudy_faults_injected_total latency": 2, "understudy_faults_injected_total status": 1, "understudy_faults_injected_total slow": 1,
		"understudy_faults_injected_total cut": 1, "understudy_faults_injected_total reset": 1, "understudy_faults_injected_total silence": 1,
		"understudy_requests_total list-invitations 0": 2,
	})
}

func TestViolationsOfTheContractAreCountedOnce(t *testing.T) {
	f := testkit.OpenControlled(t)
	f.ListInvitations("?per_page=500&page=first")
	f.ListInvitations("?page=first")
	f.ListInvitations("")
	if _, err := f.Hub().Fork(sandbox.Default, "other"); err != nil {
		t.Fatal(err)
	}
	f.Do("GET", "/s/other/api/v1/nothing", "")
	for range 2 {
		wants(f, map[string]float64{"understudy_client_requests_checked_total": 4})
	}
	f.ListInvitations("?per_page=500")
	families := scrape(f)
	var total float64
	for _, m := range families["understudy_client_violations_total"].GetMetric() {
		total += m.GetCounter().GetValue()
	}
	if total != 5 {
		t.Errorf("there are %v violations: %v", total, families["understudy_client_violations_total"])
	}
	wants(f, map[string]float64{"understudy_client_requests_checked_total": 5,
		"understudy_client_violations_total list-invitations per-page-at-most-100": 2, "understudy_client_violations_total unknown none": 1})
}

// TestNoLabelHasAValueOfAClient sends what a client may choose freely.
func TestNoLabelHasAValueOfAClient(t *testing.T) {
	f := testkit.OpenControlled(t)
	f.SendSecrets()
	f.Control("POST", "sandboxes", `{"id":"chosen"}`)
	for i := range 30 {
		f.Do("GET", fmt.Sprintf("/s/chosen/api/v1/invitations?page=%d", i), "")
		f.Do("GET", fmt.Sprintf("/api/v1/path-%d", i), "")
		f.Do(fmt.Sprintf("METHOD%d", i), "/api/v1/invitations", "")
		f.Do("GET", fmt.Sprintf("/api/v1/destinations/%d", i), "")
		f.Do("GET", fmt.Sprintf("/s/sandbox-%d/api/v1/invitations", i), "")
	}
	promises := []string{"none"}
	for _, p := range promise.All {
		promises = append(promises, p.ID)
	}
	allowed := map[string][]string{
		"operation": append(spec.Callable(), "unknown"), "promise": promises,
		"kind": {fault.KindLatency, fault.KindStatus, fault.KindSlow, fault.KindCut, fault.KindReset, fault.KindSilence},
	}
	status := regexp.MustCompile(`^(0|[1-5][0-9][0-9])$`)
	for name, family := range scrape(f) {
		for _, m := range family.GetMetric() {
			for _, l := range m.GetLabel() {
				ok := slices.Contains(allowed[l.GetName()], l.GetValue()) || l.GetName() == "status" && status.MatchString(l.GetValue())
				if strings.HasPrefix(name, "understudy_") && name != "understudy_build_info" && !ok {
					t.Errorf("%s has the label %s", name, l)
				}
			}
		}
	}
}

func TestTheMetricsKeepTheConventions(t *testing.T) {
	f := testkit.OpenControlled(t)
	f.ListInvitations("?page=first")
	f.SetFault(`{"latency":"1ms"}`)
	f.ListInvitations("")
	problems, err := promlint.New(strings.NewReader(f.Control("GET", "metrics", "").Body)).Lint()
	if err != nil || len(problems) > 0 {
		t.Errorf("%v: %v", problems, err)
	}
}

func TestMetricsNeedTheControlAPI(t *testing.T) {
	const token = "EXAMPLE-control-token"
	guarded, closed := testkit.Open(t, server.Options{Control: true, ControlToken: token}), testkit.Open(t, server.Options{})
	for rule, got := range map[string]struct{ have, want int }{
		"off with the control API":   {closed.Control("GET", "metrics", "").Code, http.StatusNotFound},
		"not without its token":      {guarded.Control("GET", "metrics", "").Code, http.StatusUnauthorized},
		"with its token":             {guarded.Control("GET", "metrics", "", testkit.Bearer(token)).Code, http.StatusOK},
		"for reading only":           {guarded.Control("POST", "metrics", "", testkit.Bearer(token)).Code, http.StatusMethodNotAllowed},
		"without a body when HEAD":   {len(guarded.Control("HEAD", "metrics", "", testkit.Bearer(token)).Body), 0},
		"as OpenMetrics when wanted": {openMetrics(guarded, token), 1},
	} {
		if got.have != got.want {
			t.Errorf("%s: %d, want %d", rule, got.have, got.want)
		}
	}
}

func openMetrics(f testkit.Fake, token string) int {
	a := f.Control("GET", "metrics", "", testkit.Bearer(token), testkit.SetHeader("Accept", "application/openmetrics-text; version=1.0.0"))
	return strings.Count(a.Body, "# EOF")
}
