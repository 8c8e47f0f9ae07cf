package steps_test

import (
	"context"
	"net/http/httptest"
	"slices"
	"testing"
	"time"

	"understudy/steps"
	"understudy/steps/internal/stranger"
	"understudy/steps/report"
	"understudy/steps/target"
)

// start serves a stranger and answers its target.
func start(t *testing.T, switches ...string) target.Target {
	t.Helper()
	begin := time.Now()
	quick := func() time.Time { return begin.Add(20 * time.Since(begin)) }
	s, err := stranger.NewAt(quick, switches...)
	if err != nil {
		t.Fatal(err)
	}
	server := httptest.NewServer(s)
	t.Cleanup(server.Close)
	return targetOf(s.Ground(), server.URL)
}

func targetOf(g stranger.Ground, url string) target.Target {
	return target.Target{BaseURL: url,
		Tokens:  target.Tokens{Workspace: g.WorkspaceToken, Personal: g.PersonalToken, OtherWorkspace: g.OtherWorkspaceToken, Revoked: g.RevokedToken},
		Ground:  target.Ground{SourceID: g.SourceID, DatasetID: g.DatasetID},
		Samples: target.Samples{AtomicMolecule: g.AtomicMolecule.(map[string]any), OperationMolecule: g.OperationMolecule},
		Limits:  target.Limits{AsyncTimeout: target.Duration(time.Second), RequestTimeout: target.Duration(5 * time.Second), Concurrency: 16}}
}

func judge(t *testing.T, tg target.Target, o steps.Options) *report.Run {
	t.Helper()
	o.Settle = 100 * time.Millisecond
	r, err := steps.Run(context.Background(), tg, o)
	if err != nil {
		t.Fatal(err)
	}
	return r
}

// failed lists the ids of the promises that failed, with their reasons.
func failed(r *report.Run) (ids []string, reasons map[string]string) {
	reasons = map[string]string{}
	for _, p := range r.Promises {
		if p.Verdict == report.Fail {
			ids = append(ids, p.ID)
			reasons[p.ID] = p.Reason
		}
	}
	return ids, reasons
}

func TestALawfulStrangerPasses(t *testing.T) {
	for _, s := range append([]stranger.Switch{{}}, stranger.Lawful...) {
		t.Run("with "+s.ID, func(t *testing.T) {
			var switches []string
			if s.ID != "" {
				switches = append(switches, s.ID)
			}
			r := judge(t, start(t, switches...), steps.Options{})
			if _, reasons := failed(r); len(reasons) > 0 || r.Exit() != 0 {
				t.Errorf("exit %d, failed: %v, unchecked: %v", r.Exit(), reasons, r.Unchecked)
			}
			for _, sc := range r.Scenarios {
				if sc.Verdict == report.Error {
					t.Errorf("%s: %s", sc.Address, sc.Reason)
				}
			}
		})
	}
}

func TestABrokenStrangerFailsByTheRightPromise(t *testing.T) {
	for _, b := range stranger.Breaches {
		t.Run(b.ID, func(t *testing.T) {
			r := judge(t, start(t, b.ID), steps.Options{})
			ids, reasons := failed(r)
			if !slices.Contains(ids, b.Breaks) || r.Exit() != 1 {
				t.Errorf("%s: exit %d without blaming %s", b.Says, r.Exit(), b.Breaks)
			}
			for _, id := range ids {
				if id != b.Breaks && !slices.Contains(b.With, id) {
					t.Errorf("%s: false blame of %s: %s", b.Says, id, reasons[id])
				}
			}
		})
	}
}
