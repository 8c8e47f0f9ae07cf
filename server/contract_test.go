package server_test

import (
	"testing"
	"time"

	"understudy/server"
	"understudy/spec"
	"understudy/spec/contract"
	"understudy/spec/gap"
)

// successes has every kind of success answer, by operation.
func successes(f fake) map[string][]answer {
	path := f.create()
	running := f.get(path + "/source_status")
	retrieved := f.get(path)
	f.later(time.Hour)
	return map[string][]answer{
		spec.CreateSegment:     {f.post(f.segment("name", `"Another"`))},
		spec.ReadSegmentSource: {running, f.get(path + "/source_status"), f.get("/api/v1/sources/4120/filter_segments/2309/source_status")},
		spec.GetSegment:        {retrieved, f.get(path), f.get("/api/v1/sources/4120/filter_segments/2304")},
		spec.ListInvitations: {f.list(""), f.list("?page=6"), f.list("?page=99"), f.list("?per_page=100&order=asc"),
			open(f.TB, server.Options{World: emptyWorld(f.TB), Choice: f.home().Choice()}).list("")},
	}
}

func keepsTheContract(t *testing.T, f fake) {
	t.Helper()
	for operation, answers := range successes(f) {
		for _, a := range answers {
			if a.code >= 300 {
				continue
			}
			for _, v := range contract.Check(operation, contract.Answer{Status: a.code, Body: []byte(a.body)}) {
				t.Errorf("%s: %+v in %s", operation, v, a)
			}
		}
	}
}

func TestEveryOperationKeepsTheContract(t *testing.T) {
	f := choosing(t)
	all := successes(f)
	for _, o := range spec.Operations {
		if len(all[o.ID]) == 0 {
			t.Errorf("no answer of %s is checked", o.ID)
		}
		for _, a := range all[o.ID] {
			if a.code >= 300 {
				t.Errorf("%s: %s is no success", o.ID, a)
			}
		}
	}
	keepsTheContract(t, choosing(t))
}

func TestEveryVariantKeepsTheContract(t *testing.T) {
	for _, g := range gap.All {
		for _, v := range g.Variants {
			t.Run(g.ID+"="+v.ID, func(t *testing.T) { keepsTheContract(t, choosing(t, g.ID+"="+v.ID)) })
		}
	}
}

func TestRandomChoicesKeepTheContract(t *testing.T) {
	for seed := range uint64(50) {
		f := open(t, server.Options{AsyncDelay: time.Minute, Choice: gap.Random(seed)})
		keepsTheContract(t, f)
	}
}
