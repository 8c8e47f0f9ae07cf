package evidence

import (
	"slices"
	"testing"

	"understudy/spec"
	"understudy/steps/client"
	"understudy/steps/report"
)

const topics = spec.ListTopics

func seenGap(observed, evidence string) report.Gap {
	return report.Gap{ID: "topics-code", Operation: topics, Observed: observed, Evidence: evidence}
}

func TestTwoVariantsOfAGapAreNeither(t *testing.T) {
	v := fresh()
	v.Operations.Note(at(0, topics, 200), true)
	v.Observations.Observe(seenGap("200", "HTTP 200"))
	v.Observations.Observe(seenGap("200", "HTTP 200 again"))
	r := &report.Run{}
	v.Observations.fold(r, v.Operations, still)
	if want := []report.Gap{seenGap("200", "HTTP 200 again")}; !slices.Equal(r.Gaps, want) {
		t.Errorf("%+v, want %+v", r.Gaps, want)
	}
	v.Observations.Observe(seenGap("203", "HTTP 203"))
	r = &report.Run{}
	v.Observations.fold(r, v.Operations, still)
	if want := []report.Gap{seenGap(report.Other, "HTTP 200 again; elsewhere HTTP 203")}; !slices.Equal(r.Gaps, want) {
		t.Errorf("%+v, want %+v", r.Gaps, want)
	}
}

func TestALifetimeThatDiffersByAMinuteIsOne(t *testing.T) {
	v := fresh()
	for _, lifetime := range []string{"46m", "45m"} {
		v.Operations.Note(at(0, spec.CreateLink, 201), true)
		v.Observations.Observe(report.Gap{ID: "link-lifetime", Operation: spec.CreateLink, Observed: lifetime})
	}
	r := &report.Run{}
	v.Observations.fold(r, v.Operations, still)
	if len(r.Gaps) != 1 || r.Gaps[0].Observed != "45m" {
		t.Errorf("%+v", r.Gaps)
	}
}

// still says that no list changes.
func still(report.Gap) bool { return false }

func TestAnObservationThatMayBeByChanceDoesNotCount(t *testing.T) {
	up, down := at(0, topics, 200), []*client.Exchange{at(2, topics, 500), at(3, topics, 500)}
	for rule, c := range map[string]struct {
		seen    []*client.Exchange
		doubtAt int // milliseconds; 0 is no doubt
		moving  bool
		want    string
	}{
		"it counts":                     {[]*client.Exchange{up}, 0, false, ""},
		"the list moved":                {[]*client.Exchange{up}, 0, true, "the list changed while it was read"},
		"the operation never succeeded": {nil, 0, false, "list-topics gave no success response in this run"},
		"it was down":                   {append([]*client.Exchange{up}, down...), 1, false, "the operation was down: HTTP 500"},
		"it was down, and is up again":  {append(append([]*client.Exchange{up}, down...), at(4, topics, 200)), 1, false, "the operation was down: HTTP 500"},
		"it failed last":                {[]*client.Exchange{up, at(2, topics, 500)}, 1, false, "the operation was down: HTTP 500"},
		"a 5xx while it was up":         {[]*client.Exchange{up, at(2, topics, 200)}, 1, false, ""},
		"it fails at times":             {[]*client.Exchange{up, at(2, topics, 500), at(3, topics, 200)}, 1, false, "1 of 3 calls of list-topics failed: HTTP 500"},
		"two others fail at times": {[]*client.Exchange{up, at(2, spec.ListInvitations, 500), at(3, spec.CreateLink, 500), at(4, spec.ListInvitations, 200), at(5, spec.CreateLink, 200), at(6, topics, 200)}, 1, false,
			"1 of 2 calls of list-invitations failed: HTTP 500; 1 of 2 calls of create-segment-management-link failed: HTTP 500"},
		"it fails at times, not in a 5xx": {[]*client.Exchange{up, at(2, topics, 500), at(3, topics, 200)}, 0, false, ""},
		"nothing responded from then on":  {[]*client.Exchange{up, at(2, spec.ListInvitations, 500)}, 1, false, "the operation was down: HTTP 500"},
		"another one failed, all else up": {[]*client.Exchange{up, at(2, spec.ListInvitations, 500), at(3, topics, 200)}, 1, false, ""},
		"down, but seen in no 5xx":        {append([]*client.Exchange{up}, down...), 0, false, ""},
	} {
		v := fresh()
		for _, e := range c.seen {
			v.Operations.Note(e, e.OK())
		}
		v.Observations.Observe(seenGap("200", "HTTP 500"))
		if c.doubtAt > 0 {
			v.Observations.Doubt("topics-code", at(c.doubtAt, topics, 500))
		}
		r := &report.Run{}
		v.Observations.fold(r, v.Operations, func(report.Gap) bool { return c.moving })
		v.Observations.list(r)
		got := whyUnobserved(r, "topics-code", topics)
		if (len(r.Gaps) == 1) != (c.want == "") || got.Text != c.want || c.want != "" && got.Kind != report.Inconclusive {
			t.Errorf("%s: %+v, %+v; want %q", rule, r.Gaps, got, c.want)
		}
	}
}

func whyUnobserved(r *report.Run, id, operation string) report.Reason {
	for _, u := range r.Unobserved {
		if u.ID == id && u.Operation == operation {
			return u.Reason
		}
	}
	return report.Reason{}
}

func TestTheFirstReasonForNotSeeingAGapIsKept(t *testing.T) {
	o := fresh().Observations
	first := report.Reason{Kind: report.NoItemSeen, By: report.Accepted, Text: "HTTP 200"}
	o.NoteUnobserved("topics-code", topics, first)
	o.NoteUnobserved("topics-code", topics, report.Reason{Kind: report.LeftOut})
	r := &report.Run{}
	o.list(r)
	if got := whyUnobserved(r, "topics-code", topics); got != first {
		t.Errorf("%+v, want %+v", got, first)
	}
}

// TestAnAllowedRequestThatAlwaysFailsShowsAGap keeps a response in which a gap
// was observed from counting as a temporary failure.
func TestAnAllowedRequestThatAlwaysFailsShowsAGap(t *testing.T) {
	v := fresh()
	failed := at(1, topics, 500)
	failed.Allowed = true
	for _, e := range []*client.Exchange{at(0, topics, 200), failed, at(2, topics, 200)} {
		v.Operations.Note(e, e.OK())
	}
	v.Observations.Observe(seenGap(report.Other, "HTTP 500"))
	v.Observations.Doubt("topics-code", failed)
	v.Observations.Doubt("topics-paging", failed)
	r := &report.Run{}
	v.Observations.fold(r, v.Operations, still)
	if len(r.Gaps) != 1 {
		t.Errorf("%+v", r.Gaps)
	}
}
