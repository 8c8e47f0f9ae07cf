// Package metrics counts what a fake does, for Prometheus.
//
// Requests are counted as they end; what the Hub knows, such as the number of
// sandboxes, is read when somebody asks. No label has a value that a client chooses.
//
// The server counts, and the control API serves the Handler. Start reading at New.
package metrics

import (
	"cmp"
	"net/http"
	"runtime"
	"strconv"
	"sync"
	"time"

	"github.com/prometheus/client_golang/prometheus"
	"github.com/prometheus/client_golang/prometheus/collectors"
	"github.com/prometheus/client_golang/prometheus/promhttp"

	"understudy/server/sandbox"
)

// unknown is the label of requests that are for no operation.
const unknown = "unknown"

// buckets are the upper bounds of the durations in seconds. Most responses take
// less than a millisecond; delays and faults take up to minutes.
var buckets = []float64{0.0001, 0.00025, 0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10}

// Metrics are those of one fake. They are safe for concurrent use.
type Metrics struct {
	version   string
	hub       *sandbox.Hub
	requests  *prometheus.CounterVec
	durations *prometheus.HistogramVec
	faults    *prometheus.CounterVec
	clients   clients
	handler   func() http.Handler
}

// New returns the metrics of a fake, which are all 0. Everything that only a reader
// needs is made for the first one, so that the fake starts fast.
func New(hub *sandbox.Hub, version string) *Metrics {
	m := &Metrics{
		version: version,
		hub:     hub,
		requests: prometheus.NewCounterVec(prometheus.CounterOpts{Name: "understudy_requests_total",
			Help: "Requests to the API and to the segment editor, by operation (unknown for none) and HTTP status (0 for no response)."},
			[]string{"operation", "status"}),
		durations: prometheus.NewHistogramVec(prometheus.HistogramOpts{Name: "understudy_request_duration_seconds",
			Help: "Time from the arrival of a request until its response is complete, by operation.", Buckets: buckets},
			[]string{"operation"}),
		faults: prometheus.NewCounterVec(prometheus.CounterOpts{Name: "understudy_faults_injected_total",
			Help: "Faults that affected requests, by kind."}, []string{"kind"}),
	}
	m.clients = newClients(hub)
	m.handler = sync.OnceValue(m.open) // for the first scrape: most fakes see none
	return m
}

// Request counts a request to an operation, whose id is empty for none.
func (m *Metrics) Request(operation string, status int, took time.Duration) {
	operation = cmp.Or(operation, unknown)
	m.requests.WithLabelValues(operation, strconv.Itoa(status)).Inc()
	m.durations.WithLabelValues(operation).Observe(took.Seconds())
}

// Faults counts faults of a request by their kinds.
func (m *Metrics) Faults(kinds []string) {
	for _, kind := range kinds {
		m.faults.WithLabelValues(kind).Inc()
	}
}

// ServeHTTP responds with all metrics.
func (m *Metrics) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	w.Header().Set("Cache-Control", "no-store")
	m.handler().ServeHTTP(w, r)
}

// open registers the metrics.
func (m *Metrics) open() http.Handler {
	registry := prometheus.NewRegistry()
	registry.MustRegister(m.requests, m.durations, m.faults, m.clients, hubCollector{m.hub},
		buildInfo(m.version), collectors.NewGoCollector(), collectors.NewProcessCollector(collectors.ProcessCollectorOpts{}))
	return promhttp.HandlerFor(registry, promhttp.HandlerOpts{EnableOpenMetrics: true})
}

func buildInfo(version string) prometheus.Collector {
	info := prometheus.NewGauge(prometheus.GaugeOpts{Name: "understudy_build_info",
		Help:        "Always 1, with the version of understudy and of Go.",
		ConstLabels: prometheus.Labels{"version": version, "goversion": runtime.Version()}})
	info.Set(1)
	return info
}
