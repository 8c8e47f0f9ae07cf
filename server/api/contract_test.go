package api_test

import (
	"fmt"
	"testing"
	"time"

	"understudy/server"
	"understudy/server/internal/testkit"
	"understudy/spec"
	"understudy/spec/contract"
	"understudy/spec/gap"
)

// successes has every kind of success response, by operation.
func successes(f testkit.Fake) map[string][]testkit.Response {
	g := f.TestData()
	path := f.CreateSegment()
	running := f.Get(path + "/source_status")
	retrieved := f.Get(path)
	f.Advance(time.Hour)
	all := map[string][]testkit.Response{
		spec.CreateSegment:     {f.PostSegment(f.SegmentBody("name", `"Another"`))},
		spec.ReadSegmentSource: {running, f.Get(path + "/source_status"), f.Get("/api/v1/sources/4120/filter_segments/2309/source_status")},
		spec.GetSegment:        {retrieved, f.Get(path), f.Get("/api/v1/sources/4120/filter_segments/2304"), f.Get("/api/v1/sources/4120/filter_segments/2301")},
		spec.ListInvitations:   {f.ListInvitations(""), f.ListInvitations("?page=6"), f.ListInvitations("?page=99"), f.ListInvitations("?per_page=100&order=asc"), testkit.Open(f.TB, testkit.EmptyOptions(f)).ListInvitations("")},
		spec.ListTopics: {f.Call(spec.ListTopics, ""), f.Get(fmt.Sprintf("/api/v1/sources/%d/topics", g.EmptyTopicsSourceID)),
			f.Get(fmt.Sprintf("/api/v1/sources/%d/topics", g.SourceID))},
		spec.CreateLink: {f.Call(spec.CreateLink, ""), f.Call(spec.CreateLink, ""), f.Call(spec.CreateLink, "{}")},
		spec.CreateConnector: {f.Call(spec.CreateConnector, ""), f.Call(spec.CreateConnector, f.ConnectorBody("service_name", `"bare"`, "data", "", "configuration_definition", "")),
			f.Call(spec.CreateConnector, f.ConnectorBody("service_name", "")), f.Call(spec.CreateConnector, f.ConnectorBody("service_name", `"unnamed"`, "label", ""))},
		spec.UpdateConnector: {f.Call(spec.UpdateConnector, ""), f.Call(spec.UpdateConnector, f.ConnectorBody())},
	}
	all[spec.PublishConnector] = []testkit.Response{f.Call(spec.PublishConnector, ""), f.Call(spec.PublishConnector, "")}
	all[spec.UpdateConnector] = append(all[spec.UpdateConnector], afterPublishing(f, spec.UpdateConnector))
	destinations(f, all)
	return all
}

// destinations adds the responses about every destination of the workspace.
func destinations(f testkit.Fake, all map[string][]testkit.Response) {
	f.Helper()
	for _, id := range []int64{6101, 6104, 6108, 6112, 6115, 6119} {
		path, token := f.DestinationPath(id), testkit.Bearer(f.TestData().WorkspaceToken)
		all[spec.GetDestination] = append(all[spec.GetDestination], f.Get(path))
		all[spec.ListDestinationObjects] = append(all[spec.ListDestinationObjects], f.Get(path+"/objects"), f.Get(path+"/objects?per_page=100&order=asc&page=2"))
		if id == f.TestData().ObjectsDestinationID {
			continue // its update is another one of the same objects
		}
		for _, body := range []string{`{"service_connection":{}}`, `{"service_connection":{"name":"N","type":"adreach"}}`, `{"service_connection":{"credentials":{"account_id":7,"access_token":"t"}}}`} {
			all[spec.UpdateDestination] = append(all[spec.UpdateDestination], f.Do("PATCH", path, body, token))
		}
	}
}

func keepsTheContract(t *testing.T, f testkit.Fake) {
	t.Helper()
	for operation, responses := range successes(f) {
		for _, a := range responses {
			if a.Code >= 300 || a.Get("status").Str == "error" {
				continue
			}
			for _, v := range contract.Check(operation, contract.Response{Status: a.Code, Body: []byte(a.Body)}) {
				t.Errorf("%s: %+v in %s", operation, v, a)
			}
		}
	}
}

// expectedRejections is how many of the requests of successes only another
// choice accepts.
var expectedRejections = map[string]int{spec.ListTopics: 1, spec.CreateLink: 1, spec.CreateConnector: 2, spec.UpdateConnector: 1, spec.PublishConnector: 1}

func TestEveryOperationKeepsTheContract(t *testing.T) {
	f := testkit.OpenChoosing(t)
	all := successes(f)
	for _, o := range spec.Operations {
		if len(all[o.ID]) == 0 {
			t.Errorf("no response of %s is checked", o.ID)
		}
		rejected := 0
		for _, a := range all[o.ID] {
			if a.Code >= 300 {
				rejected++
			}
		}
		if rejected > expectedRejections[o.ID] {
			t.Errorf("%s: %d responses are rejections, want %d", o.ID, rejected, expectedRejections[o.ID])
		}
	}
	keepsTheContract(t, testkit.OpenChoosing(t))
}

func TestEveryVariantKeepsTheContract(t *testing.T) {
	for _, g := range gap.All {
		for _, v := range g.Variants {
			t.Run(g.ID+"="+v.ID, func(t *testing.T) {
				t.Parallel()
				keepsTheContract(t, testkit.OpenChoosing(t, g.ID+"="+v.ID))
			})
		}
	}
}

func TestRandomChoicesKeepTheContract(t *testing.T) {
	for seed := range seeds(50) {
		f := testkit.Open(t, server.Options{AsyncDelay: time.Minute, Choice: gap.Random(seed)})
		keepsTheContract(t, f)
	}
}

func TestRandomFormattingKeepsTheContract(t *testing.T) {
	for seed := range seeds(25) {
		keepsTheContract(t, testkit.Open(t, server.Options{Choice: gap.Random(seed), Formatting: seed + 1}))
	}
}
