package steps

import (
	"cmp"
	"slices"

	"understudy/spec"
	"understudy/steps/client"
	"understudy/steps/report"
)

// using notes on a request which keys of the target file it uses, of those that
// are given.
func (w *world) using(r client.Request, keys ...string) client.Request {
	given := groundKeys(w.run.target)
	for _, key := range keys {
		if given[key] {
			r.Uses = append(r.Uses, key)
		}
	}
	return r
}

// noteTestData counts what the deployment said to the keys of the target file
// that an allowed request used. A request without a usable response says nothing
// of them.
func (r *run) noteTestData(e *client.Exchange) {
	rejected := isRefusal(e)
	if !rejected && !e.OK() {
		return
	}
	r.mu.Lock()
	defer r.mu.Unlock()
	for _, key := range e.Uses {
		d := r.testData[key]
		if d == nil {
			d = &report.TestData{Key: key}
			r.testData[key] = d
		}
		if !rejected {
			d.Accepted++
			continue
		}
		if d.Rejected++; d.Rejected == 1 {
			d.Operation, d.Outcome = e.Operation, r.redact.Text(rejection(e))
		}
	}
}

// usedTestData are the keys of the target file that the run used.
func (r *run) usedTestData() (all []report.TestData) {
	for key, d := range r.testData {
		if key == "resources.connector_service_name" && r.hasSucceeded(spec.UpdateConnector) {
			// Which members an update must have is not shown: what the run's own
			// connectors take, this one may not.
			continue
		}
		all = append(all, *d)
	}
	slices.SortFunc(all, func(a, b report.TestData) int { return cmp.Compare(a.Key, b.Key) })
	return all
}
