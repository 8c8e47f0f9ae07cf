package metrics

import (
	"github.com/prometheus/client_golang/prometheus"

	"understudy/server/sandbox"
)

var (
	sandboxes        = describe("understudy_sandboxes", "Sandboxes that exist, including the default one.")
	sandboxesCreated = describe("understudy_sandboxes_created_total", "Sandboxes that were created, without the default one.")
	sandboxesDeleted = describe("understudy_sandboxes_deleted_total", "Sandboxes that were deleted.")
	sandboxesExpired = describe("understudy_sandboxes_expired_total", "Sandboxes that were removed because their ttl was over.")
	journalExchanges = describe("understudy_journal_exchanges", "Exchanges that the journals of all sandboxes keep.")
	journalBytes     = describe("understudy_journal_bytes", "Memory of the exchanges that the journals keep in bytes, approximately.")
	journalEvicted   = describe("understudy_journal_evicted_exchanges_total", "Exchanges that were removed from journals to make room for newer ones.")
)

func describe(name, help string, labels ...string) *prometheus.Desc {
	return prometheus.NewDesc(name, help, labels, nil)
}

// hubCollector reads what the Hub knows.
type hubCollector struct{ hub *sandbox.Hub }

func (c hubCollector) Describe(all chan<- *prometheus.Desc) {
	for _, d := range []*prometheus.Desc{sandboxes, sandboxesCreated, sandboxesDeleted, sandboxesExpired, journalExchanges, journalBytes, journalEvicted} {
		all <- d
	}
}

func (c hubCollector) Collect(all chan<- prometheus.Metric) {
	u := c.hub.Usage()
	gauge := func(d *prometheus.Desc, n int) {
		all <- prometheus.MustNewConstMetric(d, prometheus.GaugeValue, float64(n))
	}
	counter := func(d *prometheus.Desc, n uint64) {
		all <- prometheus.MustNewConstMetric(d, prometheus.CounterValue, float64(n))
	}
	gauge(sandboxes, u.Alive)
	counter(sandboxesCreated, u.Created)
	counter(sandboxesDeleted, u.Deleted)
	counter(sandboxesExpired, u.Expired)
	gauge(journalExchanges, u.Journals.Exchanges)
	gauge(journalBytes, u.Journals.Bytes)
	counter(journalEvicted, u.Journals.Evicted)
}
