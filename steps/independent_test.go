package steps_test

import (
	"context"
	"net/http/httptest"
	"slices"
	"testing"
	"time"

	"understudy/spec/race"
	"understudy/steps"
	"understudy/steps/internal/independent"
	"understudy/steps/report"
	"understudy/steps/stepstest"
	"understudy/steps/target"
)

// quickly is how many times faster than real time the clock of an independent implementation runs.
const quickly = 20

func quick() func() time.Time {
	begin := time.Now()
	return func() time.Time { return begin.Add(quickly * time.Since(begin)) }
}

// start serves an independent implementation and returns its target.
func start(t *testing.T, switches ...string) target.Target {
	t.Helper()
	s, err := independent.NewAt(quick(), switches...)
	if err != nil {
		t.Fatal(err)
	}
	server := httptest.NewServer(s)
	t.Cleanup(server.Close)
	return targetOf(s.TestData(), server.URL)
}

// patience is how long completion may take before the run reports a failure. The race
// detector makes every run several times slower.
func patience() time.Duration {
	if race.Enabled {
		return 5 * time.Second
	}
	return 2 * time.Second
}

func targetOf(g independent.TestData, url string) target.Target {
	return target.Target{BaseURL: url,
		Tokens: target.Tokens{Workspace: g.WorkspaceToken, Personal: g.PersonalToken, OtherWorkspace: g.OtherWorkspaceToken, Revoked: g.RevokedToken},
		Resources: target.Resources{DestinationID: g.DestinationID, ObjectsDestinationID: g.ObjectsDestinationID, EmptyDestinationID: g.EmptyDestinationID,
			SourceID: g.SourceID, DatasetID: g.DatasetID, TopicsSourceID: g.TopicsSourceID, EmptyTopicsSourceID: g.EmptyTopicsSourceID,
			ConnectorServiceName: g.ConnectorServiceName, PublishableConnectorServiceName: g.PublishableConnectorServiceName},
		Samples: target.Samples{AtomicMolecule: g.AtomicMolecule.(map[string]any), OperationMolecule: g.OperationMolecule,
			ServiceConnection: g.ServiceConnection, Connector: g.Connector, RedirectURI: g.RedirectURI},
		AllowPublish: true, OpenLinks: true,
		Limits: target.Limits{AsyncTimeout: target.Duration(patience()), RequestTimeout: target.Duration(20 * time.Second), Concurrency: 16,
			Settle: target.Duration(3 * time.Second / quickly)}}
}

func verify(t *testing.T, tg target.Target, o steps.Options) *report.Run {
	t.Helper()
	o.Watch = 100 * time.Millisecond
	r, err := steps.Run(context.Background(), tg, o)
	if err != nil {
		t.Fatal(err)
	}
	return r
}

// failed maps the ids of the promises that failed to their reasons.
func failed(r *report.Run) (ids []string, reasons map[string]string) {
	reasons = map[string]string{}
	for _, p := range r.Promises {
		if p.Verdict == report.Fail {
			ids = append(ids, p.ID)
			reasons[p.ID] = p.Reason.String()
		}
	}
	return ids, reasons
}

// plain is the independent implementation without a switch.
const plain = "without a switch"

func TestEveryConformingSwitchPasses(t *testing.T) {
	without := map[string][]string{}
	ids := []string{plain}
	for _, l := range independent.Conforming {
		without[l.ID] = l.Without
		ids = append(ids, l.ID)
	}
	stepstest.InChildren(t, race.Sample(ids, 12), func(t *testing.T, id string) {
		var switches []string
		if id != plain {
			switches = append(switches, id)
		}
		r := verify(t, start(t, switches...), steps.Options{})
		if _, reasons := failed(r); len(reasons) > 0 {
			t.Errorf("failed: %v", reasons)
		}
		for _, operation := range r.Unchecked {
			if !slices.Contains(without[id], operation) {
				t.Errorf("%s was not checked", operation)
			}
		}
		for _, d := range r.TestData {
			if d.Accepted == 0 && !slices.Contains(without[id], d.Operation) {
				t.Errorf("%s was rejected by %s: %s", d.Key, d.Operation, d.Outcome)
			}
		}
		for _, sc := range r.Scenarios {
			if sc.Verdict == report.Error {
				t.Errorf("%s: %s", sc.Address, sc.Reason)
			}
		}
	})
}

// unseen are violations that look like allowed behaviour: the run must at least
// report that too little was checked.
var unseen = map[string]bool{
	// A connector that cannot be updated under its name may be one that does not
	// allow updates at all.
	"connector-service-name-not-kept": true,
}

// seenAs are violations that look from outside like the violation of another promise.
var seenAs = map[string]string{
	// Objects have no timestamps: only the count shows that one is missing.
	"objects-last-page-short": "total-records-counts-all",
}

func TestEveryViolationFailsByItsPromise(t *testing.T) {
	violations := map[string]independent.Violation{}
	var ids []string
	for _, b := range independent.Violations {
		violations[b.ID] = b
		if b.Needs == "" {
			ids = append(ids, b.ID)
		}
	}
	stepstest.InChildren(t, race.Sample(ids, 50), func(t *testing.T, id string) {
		b := violations[id]
		r := verify(t, start(t, id), steps.Options{})
		blamed, reasons := failed(r)
		if as := seenAs[id]; as != "" {
			b.Breaks = as
		}
		switch {
		case unseen[id] && r.Exit() != 3:
			t.Errorf("%s: exit %d", b.Says, r.Exit())
		case !unseen[id] && (!slices.Contains(blamed, b.Breaks) || r.Exit() != 1):
			t.Errorf("%s: exit %d without blaming %s", b.Says, r.Exit(), b.Breaks)
		}
		for _, id := range blamed {
			if id != b.Breaks && !slices.Contains(b.With, id) {
				t.Errorf("%s: wrong blame of %s: %s", b.Says, id, reasons[id])
			}
		}
	})
}
