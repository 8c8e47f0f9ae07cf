package metrics

import (
	"cmp"
	"sync"

	"github.com/prometheus/client_golang/prometheus"

	"understudy/server/sandbox"
)

// mostChecked limits how many exchanges a reader of the metrics has checked: further
// ones wait for the next reader.
const mostChecked = 10_000

// clients counts how clients violate the contract. Checking would slow down each
// request, so the exchanges of the journals are checked when somebody reads
// the metrics. Those that a journal lost before are not counted.
type clients struct {
	hub        *sandbox.Hub
	reading    *sync.Mutex // a reader has the counts of what it checked
	checked    prometheus.Counter
	violations *prometheus.CounterVec
}

func newClients(hub *sandbox.Hub) clients {
	return clients{hub, new(sync.Mutex),
		prometheus.NewCounter(prometheus.CounterOpts{Name: "understudy_client_requests_checked_total",
			Help: "Requests that were compared with the contract, when the metrics were read."}),
		prometheus.NewCounterVec(prometheus.CounterOpts{Name: "understudy_client_violations_total",
			Help: "Violations of the contract in these requests, by operation (unknown for none) and promise (none where no promise covers it)."},
			[]string{"operation", "promise"}),
	}
}

func (c clients) Describe(all chan<- *prometheus.Desc) {
	c.checked.Describe(all)
	c.violations.Describe(all)
}

func (c clients) Collect(all chan<- prometheus.Metric) {
	c.reading.Lock()
	defer c.reading.Unlock()
	c.check()
	c.checked.Collect(all)
	c.violations.Collect(all)
}

// check checks the new exchanges.
func (c clients) check() {
	left := mostChecked
	for _, sb := range c.hub.List() {
		exchanges := sb.Journal().Unchecked(left)
		if len(exchanges) == 0 {
			continue
		}
		known := sb.KnownTokens()
		for _, e := range exchanges {
			for _, v := range e.Violations(known) {
				if !v.Note {
					c.violations.WithLabelValues(cmp.Or(v.Operation, unknown), cmp.Or(v.Promise, "none")).Inc()
				}
			}
		}
		c.checked.Add(float64(len(exchanges)))
		if left -= len(exchanges); left == 0 {
			return
		}
	}
}
