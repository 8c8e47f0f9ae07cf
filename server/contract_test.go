package server_test

import (
	"fmt"
	"testing"
	"time"

	"understudy/server"
	"understudy/spec"
	"understudy/spec/contract"
	"understudy/spec/gap"
)

// successes has every kind of success answer, by operation.
func successes(f fake) map[string][]answer {
	g := f.Ground()
	path := f.create()
	running := f.get(path + "/source_status")
	retrieved := f.get(path)
	f.later(time.Hour)
	all := map[string][]answer{
		spec.CreateSegment:     {f.post(f.segment("name", `"Another"`))},
		spec.ReadSegmentSource: {running, f.get(path + "/source_status"), f.get("/api/v1/sources/4120/filter_segments/2309/source_status")},
		spec.GetSegment:        {retrieved, f.get(path), f.get("/api/v1/sources/4120/filter_segments/2304"), f.get("/api/v1/sources/4120/filter_segments/2301")},
		spec.ListInvitations:   {f.list(""), f.list("?page=6"), f.list("?page=99"), f.list("?per_page=100&order=asc"), open(f.TB, emptyOptions(f)).list("")},
		spec.ListTopics: {f.call(spec.ListTopics, ""), f.get(fmt.Sprintf("/api/v1/sources/%d/topics", g.EmptyTopicsSourceID)),
			f.get(fmt.Sprintf("/api/v1/sources/%d/topics", g.SourceID))},
		spec.CreateLink: {f.call(spec.CreateLink, ""), f.call(spec.CreateLink, ""), f.call(spec.CreateLink, "{}")},
		spec.CreateConnector: {f.call(spec.CreateConnector, ""), f.call(spec.CreateConnector, f.connector("service_name", `"bare"`, "data", "", "configuration_definition", "")),
			f.call(spec.CreateConnector, f.connector("service_name", "")), f.call(spec.CreateConnector, f.connector("service_name", `"unnamed"`, "label", ""))},
		spec.UpdateConnector: {f.call(spec.UpdateConnector, ""), f.call(spec.UpdateConnector, f.connector())},
	}
	all[spec.PublishConnector] = []answer{f.call(spec.PublishConnector, ""), f.call(spec.PublishConnector, "")}
	all[spec.UpdateConnector] = append(all[spec.UpdateConnector], f.afterPublishing(spec.UpdateConnector))
	f.destinations(all)
	return all
}

// destinations adds the answers about every destination of the workspace.
func (f fake) destinations(all map[string][]answer) {
	f.Helper()
	for _, id := range []int64{6101, 6104, 6108, 6112, 6115, 6119} {
		path, token := f.destination(id), bearer(f.Ground().WorkspaceToken)
		all[spec.GetDestination] = append(all[spec.GetDestination], f.get(path))
		all[spec.ListDestinationObjects] = append(all[spec.ListDestinationObjects], f.get(path+"/objects"), f.get(path+"/objects?per_page=100&order=asc&page=2"))
		if id == f.Ground().ObjectsDestinationID {
			continue // its update is another of the same objects
		}
		for _, body := range []string{`{"service_connection":{}}`, `{"service_connection":{"name":"N","type":"adreach"}}`, `{"service_connection":{"credentials":{"account_id":7,"access_token":"t"}}}`} {
			all[spec.UpdateDestination] = append(all[spec.UpdateDestination], f.do("PATCH", path, body, token))
		}
	}
}

func keepsTheContract(t *testing.T, f fake) {
	t.Helper()
	for operation, answers := range successes(f) {
		for _, a := range answers {
			if a.code >= 300 || a.get("status").Str == "error" {
				continue
			}
			for _, v := range contract.Check(operation, contract.Answer{Status: a.code, Body: []byte(a.body)}) {
				t.Errorf("%s: %+v in %s", operation, v, a)
			}
		}
	}
}

// lawfullyRefused are how many of successes only another choice makes any.
var lawfullyRefused = map[string]int{spec.ListTopics: 1, spec.CreateLink: 1, spec.CreateConnector: 2, spec.UpdateConnector: 1, spec.PublishConnector: 1}

func TestEveryOperationKeepsTheContract(t *testing.T) {
	f := choosing(t)
	all := successes(f)
	for _, o := range spec.Operations {
		if len(all[o.ID]) == 0 {
			t.Errorf("no answer of %s is checked", o.ID)
		}
		refused := 0
		for _, a := range all[o.ID] {
			if a.code >= 300 {
				refused++
			}
		}
		if refused > lawfullyRefused[o.ID] {
			t.Errorf("%s: %d answers are no success, want %d", o.ID, refused, lawfullyRefused[o.ID])
		}
	}
	keepsTheContract(t, choosing(t))
}

func TestEveryVariantKeepsTheContract(t *testing.T) {
	for _, g := range gap.All {
		for _, v := range g.Variants {
			t.Run(g.ID+"="+v.ID, func(t *testing.T) {
				t.Parallel()
				keepsTheContract(t, choosing(t, g.ID+"="+v.ID))
			})
		}
	}
}

func TestRandomChoicesKeepTheContract(t *testing.T) {
	for seed := range uint64(50) {
		f := open(t, server.Options{AsyncDelay: time.Minute, Choice: gap.Random(seed)})
		keepsTheContract(t, f)
	}
}
