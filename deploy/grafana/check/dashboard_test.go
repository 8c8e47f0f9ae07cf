package check

import (
	"bufio"
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/prometheus/prometheus/promql/parser"
)

// dashboard is what Grafana reads.
type dashboard struct {
	Panels []struct {
		Title   string
		Targets []struct{ Expr, LegendFormat string }
	}
	Templating struct {
		List []struct {
			Name, Type string
			Definition string
		}
	}
}

// labels are the labels of each metric of a fake.
type labels map[string][]string

// ofScrape are the labels that Prometheus adds to all metrics of a target.
var ofScrape = []string{"job", "instance"}

// sample matches a line of Prometheus' text format.
var sample = regexp.MustCompile(`^([a-z_]+)(?:\{(.*)\})? \S+$`)

var label = regexp.MustCompile(`([a-z_]+)="`)

func read(text io.Reader) labels {
	all := labels{}
	for lines := bufio.NewScanner(text); lines.Scan(); {
		found := sample.FindStringSubmatch(lines.Text())
		if found == nil {
			continue
		}
		name := found[1]
		if all[name] == nil {
			all[name] = slices.Clone(ofScrape)
		}
		for _, l := range label.FindAllStringSubmatch(found[2], -1) {
			if !slices.Contains(all[name], l[1]) {
				all[name] = append(all[name], l[1])
			}
		}
	}
	return all
}

// serve starts a fake, sends what makes every metric appear, and returns their labels.
func serve(t *testing.T) labels {
	t.Helper()
	ready := filepath.Join(t.TempDir(), "ready.json")
	program := filepath.Join(t.TempDir(), "understudy")
	build := exec.CommandContext(t.Context(), "go", "build", "-o", program, "./cmd/understudy")
	build.Dir = "../../.."
	if out, err := build.CombinedOutput(); err != nil {
		t.Fatalf("%v: %s", err, out)
	}
	cmd := exec.CommandContext(t.Context(), program, "serve", "--addr", "127.0.0.1:0", "--ready-file", ready, "--exit-with-stdin")
	stdin, err := cmd.StdinPipe()
	if err != nil {
		t.Fatal(err)
	}
	stdout, err := cmd.StdoutPipe()
	if err == nil {
		err = cmd.Start()
	}
	if err != nil {
		t.Fatal(err)
	}
	defer cmd.Wait()
	defer stdin.Close()
	_, _ = stdout.Read(make([]byte, 1)) // the banner comes after the file
	go io.Copy(io.Discard, stdout)
	var at struct {
		BaseURL string `json:"base_url"`
	}
	text, err := os.ReadFile(ready)
	if err == nil {
		err = json.Unmarshal(text, &at)
	}
	if err != nil {
		t.Fatal(err)
	}
	get(t, "POST", at.BaseURL+"/_understudy/faults", `{"latency":"1ms"}`).Close()
	get(t, "GET", at.BaseURL+"/api/v1/invitations?page=first", "").Close()
	metrics := get(t, "GET", at.BaseURL+"/_understudy/metrics", "")
	defer metrics.Close()
	return read(metrics)
}

func get(t *testing.T, method, url, body string) io.ReadCloser {
	t.Helper()
	r, err := http.NewRequestWithContext(t.Context(), method, url, strings.NewReader(body))
	if err != nil {
		t.Fatal(err)
	}
	resp, err := http.DefaultClient.Do(r)
	if err != nil {
		t.Fatal(err)
	}
	return resp.Body
}

// ofGrafana replaces what Grafana fills in.
var ofGrafana = strings.NewReplacer("$__rate_interval", "1m", "$__range", "1h")

var promql = parser.NewParser(parser.Options{})

// check returns what is wrong with a query and the labels in its legend.
func (known labels) check(query, legend string) (wrong []string) {
	expr, err := promql.ParseExpr(ofGrafana.Replace(query))
	if err != nil {
		return []string{err.Error()}
	}
	var metrics, grouped []string
	parser.Inspect(expr, func(n parser.Node, _ []parser.Node) error {
		switch n := n.(type) {
		case *parser.VectorSelector:
			metrics = append(metrics, n.Name)
			for _, m := range n.LabelMatchers {
				if m.Name != "__name__" && known[n.Name] != nil && !slices.Contains(known[n.Name], m.Name) {
					wrong = append(wrong, fmt.Sprintf("%s has no label %s", n.Name, m.Name))
				}
			}
		case *parser.AggregateExpr:
			grouped = append(grouped, n.Grouping...)
		}
		return nil
	})
	if len(metrics) == 0 {
		wrong = append(wrong, "no metric is named")
	}
	for _, name := range metrics {
		if known[name] == nil {
			wrong = append(wrong, "there is no metric "+name)
		}
		for _, l := range grouped {
			if known[name] != nil && !slices.Contains(known[name], l) {
				wrong = append(wrong, fmt.Sprintf("%s has no label %s to group by", name, l))
			}
		}
	}
	for _, l := range legendLabel.FindAllStringSubmatch(legend, -1) {
		if !slices.Contains(grouped, l[1]) {
			wrong = append(wrong, "the legend names "+l[1]+", by which nothing is grouped")
		}
	}
	return wrong
}

var legendLabel = regexp.MustCompile(`\{\{(\w+)\}\}`)

// labelValues matches the query of a variable.
var labelValues = regexp.MustCompile(`^label_values\((.+), (\w+)\)$`)

// checkVariable returns what is wrong with the query of a variable.
func (known labels) checkVariable(query string) []string {
	found := labelValues.FindStringSubmatch(query)
	if found == nil {
		return []string{"it is no label_values"}
	}
	return known.check("sum by ("+found[2]+") ("+found[1]+")", "")
}

func TestTheDashboardNamesMetricsOfAFake(t *testing.T) {
	text, err := os.ReadFile("../understudy.json")
	if err != nil {
		t.Fatal(err)
	}
	var d dashboard
	if err := json.Unmarshal(text, &d); err != nil {
		t.Fatal(err)
	}
	known := serve(t)
	n := 0
	for _, p := range d.Panels {
		for _, target := range p.Targets {
			n++
			for _, wrong := range known.check(target.Expr, target.LegendFormat) {
				t.Errorf("panel %q: %s: %s", p.Title, wrong, target.Expr)
			}
		}
	}
	for _, v := range d.Templating.List {
		if v.Type != "query" {
			continue
		}
		n++
		for _, wrong := range known.checkVariable(v.Definition) {
			t.Errorf("variable %s: %s: %s", v.Name, wrong, v.Definition)
		}
	}
	if n < 20 {
		t.Errorf("%d queries only", n)
	}
	for name := range known {
		family := strings.TrimSuffix(strings.TrimSuffix(strings.TrimSuffix(name, "_sum"), "_count"), "_bucket")
		if strings.HasPrefix(name, "understudy_") && !strings.Contains(string(text), family) && name != "understudy_client_requests_checked_total" {
			t.Errorf("no panel shows %s", name)
		}
	}
}

func TestAWrongQueryIsFound(t *testing.T) {
	known := read(strings.NewReader(`# HELP understudy_requests_total Requests.
understudy_requests_total{operation="list-invitations",status="200"} 3
understudy_sandboxes 1
`))
	for query, want := range map[string]string{
		`sum by (status) (rate(understudy_requests_total{job=~"$job", operation="x"}[$__rate_interval]))`: "",
		`sum(rate(understudy_requests_total[1m])`:     "unclosed left parenthesis",
		`sum(rate(understudy_requests[1m]))`:          "there is no metric understudy_requests",
		`rate(understudy_requests_total)`:             "expected type range vector",
		`understudy_requests_total{path="/"}`:         "has no label path",
		`sum by (path) (understudy_requests_total)`:   "has no label path to group by",
		`sum by (status) (understudy_sandboxes)`:      "understudy_sandboxes has no label status to group by",
		`1`: "no metric is named",
	} {
		got := strings.Join(known.check(query, ""), "; ")
		if want == "" && got != "" || !strings.Contains(got, want) {
			t.Errorf("%s: %q, want %q", query, got, want)
		}
	}
	if known.check(`sum(understudy_sandboxes)`, "{{instance}}") == nil || known.checkVariable("label_values(understudy_sandboxes, status)") == nil ||
		known.checkVariable("label_values(understudy_requests_total, status)") != nil {
		t.Error("a legend or a variable is checked wrongly")
	}
}
