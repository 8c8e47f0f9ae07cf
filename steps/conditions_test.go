package steps_test

import (
	"fmt"
	"net/http"
	"net/http/httptest"
	"slices"
	"testing"
	"time"

	"understudy/spec"
	"understudy/spec/promise"
	"understudy/spec/race"
	"understudy/steps"
	"understudy/steps/internal/independent"
	"understudy/steps/report"
	"understudy/steps/stepstest"
	"understudy/steps/target"
)

// conditions describes a conforming deployment under adverse conditions.
type conditions struct {
	id       string
	switches []string
	// middlewares wrap the server, the innermost first. Each of them must change
	// something, in every request where always is set.
	middlewares []middleware
	always      bool
	// path is the path of base_url.
	path string
	// secure serves over TLS with a private certificate authority and requires a
	// client certificate; modern adds HTTP/2.
	secure, modern bool
	// without lists the operations that the deployment does not have.
	without []string
	// missing lists the promises that cannot be checked on such data.
	missing []string
	// moving reports that the data change during the run.
	moving bool
	// inTurn runs one scenario at a time.
	inTurn bool
	// late allows three seconds until a write is visible.
	late bool
	// fewer is an exclusive upper bound of the requests of the run.
	fewer int64
	// long marks rows that take half a minute.
	long bool
}

// testData is the test data of every independent implementation.
var testData = new(independent.Server).TestData()

var (
	invitationPromises = []string{"invitation-id", "invitation-email", "invitation-created-at", "invitation-created-by-id", "invitation-claimed-at",
		"invitation-claimed-by-id", "invitation-role", "invitation-workspace-invitations", "invitation-claim-is-whole", "order-default-desc", "order-asc", "order-desc", "personal-token-kind"}
	ofSegments = []string{spec.CreateSegment, spec.ReadSegmentSource, spec.CreateLink}
)

var conditionTable = []conditions{
	{id: "no invitation", switches: []string{"no-invitations"}, missing: invitationPromises},
	{id: "1 invitation", switches: []string{"one-invitation"}, missing: []string{"order-default-desc", "order-asc", "order-desc"}},
	{id: "26 invitations", switches: []string{"page-and-one-invitations"}},
	// They would be at least 1,000 pages.
	{id: "100,000 invitations", switches: []string{"many-invitations"}, middlewares: []middleware{spoken("HTTP/1.1")}, always: true, fewer: 1000},
	{id: "ids around 2^31", switches: []string{"ids-around-2-31"}},
	{id: "ids around 2^53", switches: []string{"ids-around-2-53"}},
	{id: "ids around 2^53 with a fraction", switches: []string{"ids-around-2-53", "float-integers"}},
	{id: "an id drawn at random that is one", middlewares: []middleware{
		aliased(`/destinations/\d{10}/objects$`, fmt.Sprintf("/api/v1/destinations/%d/objects", testData.ObjectsDestinationID)),
		aliased(`/sources/\d{10}/topics$`, fmt.Sprintf("/api/v1/sources/%d/topics", testData.TopicsSourceID))}},
	{id: "ids below 2^63", switches: []string{"ids-below-2-63"}},

	{id: "lists that slide on", switches: []string{"sliding"}, middlewares: []middleware{slow(10 * time.Millisecond)}, always: true, moving: true},
	{id: "lists that blink", switches: []string{"blinking"}, middlewares: []middleware{slow(10 * time.Millisecond)}, always: true, moving: true},
	{id: "lists that blink as fast as they are read", switches: []string{"blinking", "refuse-page-past-end"}, middlewares: []middleware{slow(50 * time.Millisecond)}, always: true, moving: true},
	{id: "a list of 26 that blinks", switches: []string{"blinking", "page-and-one-invitations"}, middlewares: []middleware{slow(10 * time.Millisecond)}, always: true, moving: true},

	{id: "a replica that lags", switches: []string{"lagging-replica"}, moving: true},
	{id: "a replica that lags, where the last page comes and goes", switches: []string{"lagging-replica", "page-and-one-invitations", "refuse-page-past-end"}, moving: true},
	{id: "the same with rejections of HTTP 200", switches: []string{"lagging-replica", "page-and-one-invitations", "refuse-page-past-end", "errors-200"}, moving: true},
	{id: "a replica that lags, read in turn", switches: []string{"lagging-replica"}, moving: true, inTurn: true},

	{id: "lists that slide on, in a cache", switches: []string{"sliding"}, middlewares: []middleware{cached(100 * time.Millisecond)}, moving: true},

	{id: "responses after 300 ms, completion after 5 s", switches: []string{"slow-completion"}, middlewares: []middleware{slow(300 * time.Millisecond)}, always: true, long: true},
	{id: "labels that show after 2 s", switches: []string{"late-labels"}, late: true, long: true},
	{id: "labels that show after 2 s, and published once", switches: []string{"late-labels-published-once"}, late: true, long: true},
	{id: "connectors and segments found after 2 s", switches: []string{"late-connectors", "late-segments"}, late: true, long: true},
	{id: "now and then 503 with Retry-After", switches: []string{"busy-503"}},
	{id: "429 amid polling", switches: []string{"busy-source"}},
	{id: "now and then 429", middlewares: []middleware{busy(23)}},
	{id: "429 for every wrong token", middlewares: []middleware{throttled(testData.WorkspaceToken, testData.PersonalToken, testData.OtherWorkspaceToken)}},
	{id: "below a path", middlewares: []middleware{below("/tenants/7/gateway")}, path: "/tenants/7/gateway", always: true},
	{id: "compressed", middlewares: []middleware{zipped}, always: true},
	{id: "a private authority", middlewares: []middleware{spoken("HTTP/1.1")}, secure: true, always: true},
	{id: "HTTP/2", middlewares: []middleware{spoken("HTTP/2.0")}, secure: true, modern: true, always: true},

	{id: "no list of invitations", middlewares: []middleware{lacking(`/invitations$`)}, without: []string{spec.ListInvitations},
		// Nothing there shows that the personal token is valid.
		missing: append(slices.Clone(invitationPromises), "workspace-token-kind")},
	{id: "no destination", middlewares: []middleware{lacking(`/destinations/`)}, without: []string{spec.UpdateDestination, spec.ListDestinationObjects}},
	{id: "no list of objects", middlewares: []middleware{lacking(`/objects$`)}, without: []string{spec.ListDestinationObjects}, missing: []string{"objects-of-the-destination", "objects-shown-alike"}},
	{id: "no segment", middlewares: []middleware{lacking(`/filter_segments`)}, without: ofSegments},
	{id: "no link", middlewares: []middleware{lacking(`/segment_management_links$`)}, without: []string{spec.CreateLink}},
	{id: "no connector", middlewares: []middleware{lacking(`/connectors`)}, without: []string{spec.UpdateConnector, spec.CreateConnector, spec.PublishConnector}},
	{id: "no topics", middlewares: []middleware{lacking(`/topics$`)}, without: []string{spec.ListTopics}},

	{id: "all of it at once", switches: []string{"sliding", "ids-around-2-53", "html-errors", "source-202"}, secure: true, modern: true, path: "/a/b", moving: true,
		middlewares: []middleware{lacking(`/topics$`), zipped, slow(10 * time.Millisecond), busy(29), below("/a/b"), spoken("HTTP/2.0")}, without: []string{spec.ListTopics}},
	{id: "all of it, slowly", switches: []string{"sliding", "slow-completion", "errors-200"}, path: "/a/b", moving: true, long: true,
		middlewares: []middleware{slow(300 * time.Millisecond), busy(61), below("/a/b")}},
}

// unsettled lists the promises that can be checked only on data that do not change.
var unsettled = []string{"objects-shown-alike", "total-records-counts-all", "pages-partition-the-list", "order-default-desc", "order-asc", "order-desc", "page-default-one", "page-zero-is-one"}

func TestConformingDeploymentsPassUnderAdverseConditions(t *testing.T) {
	rows := map[string]conditions{}
	var ids []string
	for _, r := range conditionTable {
		rows[r.id] = r
		if !testing.Short() || !r.long {
			ids = append(ids, r.id)
		}
	}
	stepstest.InChildren(t, race.Sample(ids, 15), func(t *testing.T, id string) {
		row := rows[id]
		tg, hits := row.serve(t)
		r := verify(t, tg, steps.Options{})
		row.hasPassed(t, r)
		for i, w := range hits {
			n, all := w.changed.Load(), w.requests.Load()
			if n == 0 || row.always && n != all {
				t.Errorf("middleware %d changed %d of %d requests", i, n, all)
			}
			if row.fewer > 0 && all >= row.fewer {
				t.Errorf("%d requests, want fewer than %d", all, row.fewer)
			}
		}
	})
}

// serve starts the server of the row on the wall clock, and returns the counts of its
// middlewares.
func (row conditions) serve(t *testing.T) (target.Target, []*middlewareHits) {
	t.Helper()
	s, err := independent.New(row.switches...)
	if err != nil {
		t.Fatal(err)
	}
	var handler http.Handler = s
	var hits []*middlewareHits
	for _, l := range row.middlewares {
		w := &middlewareHits{}
		handler, hits = w.count(l(w, handler)), append(hits, w)
	}
	server := httptest.NewUnstartedServer(handler)
	server.EnableHTTP2 = row.modern
	t.Cleanup(server.Close)
	var trust target.TLS
	if row.secure {
		a := newAuthority(t)
		server.TLS, trust = a.server(t), a.client(t)
		server.StartTLS()
	} else {
		server.Start()
	}
	tg := targetOf(s.TestData(), server.URL+row.path)
	tg.TLS, tg.Limits.AsyncTimeout = trust, target.Duration(30*time.Second)
	if row.inTurn {
		tg.Limits.Concurrency = 1
	}
	if row.late {
		tg.Limits.Settle = target.Duration(3 * time.Second)
	}
	return tg, hits
}

// hasPassed requires that nothing fails and that every promise is checked, except
// those that the row makes uncheckable.
func (row conditions) hasPassed(t *testing.T, r *report.Run) {
	t.Helper()
	want := 0
	if len(row.without) > 0 {
		want = 3
	}
	if r.Exit() != want || !slices.Equal(slices.Sorted(slices.Values(r.Unchecked)), slices.Sorted(slices.Values(row.without))) {
		t.Errorf("exit %d with %v unchecked; want exit %d with %v", r.Exit(), r.Unchecked, want, row.without)
	}
	for _, d := range r.TestData {
		if d.Accepted == 0 && !slices.Contains(row.without, d.Operation) {
			t.Errorf("%s was rejected by %s: %s", d.Key, d.Operation, d.Outcome)
		}
	}
	for _, p := range r.Promises {
		if want := row.wanted(p.ID); p.Verdict == report.Pass && want != "" && !row.unsettled(p.ID) || p.Verdict != report.Pass && p.Reason.Kind != want {
			t.Errorf("%s: %s %s; want a skip of the kind %q", p.ID, p.Verdict, p.Reason, want)
		}
	}
	moved := slices.ContainsFunc(r.Scenarios, func(s report.Scenario) bool { return s.Reason.Kind == report.Inconclusive })
	if moved != row.moving {
		t.Errorf("a scenario was inconclusive: %v; the data move: %v", moved, row.moving)
	}
}

func (row conditions) unsettled(id string) bool { return row.moving && slices.Contains(unsettled, id) }

// wanted is the kind of skip expected for a promise, or the empty string where it is
// checked.
func (row conditions) wanted(id string) report.ReasonKind {
	p, _ := promise.ByID(id)
	missing := !slices.ContainsFunc(p.Operations, func(o string) bool { return !slices.Contains(row.without, o) })
	switch {
	case id == "link-expires":
		return report.LeftOut // it needs a clock
	case missing || slices.Contains(row.missing, id):
		return report.MissingTestData
	case row.unsettled(id):
		return report.Inconclusive
	}
	return ""
}

var (
	sliding  = conditions{switches: []string{"sliding"}}
	blinking = conditions{switches: []string{"blinking"}}

	lenient = conditions{switches: []string{"lenient-bodies"}}

	lateLabels     = conditions{switches: []string{"late-labels"}, late: true}
	lateConnectors = conditions{switches: []string{"late-connectors"}, late: true}
)
