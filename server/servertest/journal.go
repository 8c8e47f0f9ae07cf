package servertest

import (
	"math"

	"understudy/server/fault"
	"understudy/server/journal"
)

// AllowBreaks is an option of New: see Options.
func AllowBreaks(o *Options) { o.AllowBreaks = true }

// Fault makes requests to the world fail on purpose, such as
// fault.Rule{Operation: spec.CreateSegment, When: fault.When{First: 2}, Status: 503}.
func (f *Fake) Fault(rules ...fault.Rule) {
	f.t.Helper()
	for _, r := range rules {
		_, err := f.world.Faults().Add(r)
		f.must(err)
	}
}

// ClearFaults removes all faults of the world.
func (f *Fake) ClearFaults() { f.world.Faults().Clear() }

// Journal is what was sent to the world, with the responses, the oldest first and
// without secrets; Options say how much of it there is.
func (f *Fake) Journal() []journal.Shown {
	shown, _ := f.world.Journal().Query(journal.Filter{Limit: math.MaxInt}, f.world.KnownTokens())
	return shown
}

// Findings are what the journal reports about the client: requests that the
// document does not allow, and gaps that it depends on.
func (f *Fake) Findings() journal.Findings { return f.world.Journal().Findings(f.world.KnownTokens()) }

// checkRequests fails the test for each kind of violation in the world's journal.
func (f *Fake) checkRequests() {
	f.t.Helper()
	if f.allowBreaks {
		return
	}
	found := f.Findings()
	for _, b := range found.Breaks {
		f.t.Errorf("servertest: the client broke the contract (where it is meant to: option AllowBreaks): %s", b.Says)
	}
	if found.Evicted > 0 {
		f.t.Logf("servertest: %d requests were not checked against the contract: Options.Journal.Exchanges is %d", found.Evicted, found.Exchanges)
	}
	if found.NotChecked > 0 {
		f.t.Logf("servertest: the bodies of %d requests were not checked against the contract: they are larger than Options.Journal.Body allows, or their headers exceed 16 KiB", found.NotChecked)
	}
}
