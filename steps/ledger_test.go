package steps_test

import (
	"context"
	"io"
	"net/http"
	"slices"
	"strings"
	"sync"
	"testing"

	"github.com/tidwall/gjson"

	"understudy/steps"
	"understudy/steps/report"
)

// ofKind are the entries of a ledger of one kind.
func ofKind(r *report.Run, kind string) (all []report.Entry) {
	for _, e := range r.Ledger {
		if e.Kind == kind {
			all = append(all, e)
		}
	}
	return all
}

func TestTheLedgerSaysHowToRestoreByHand(t *testing.T) {
	for rule, c := range map[string]struct {
		sample bool
		want   string
	}{
		"with the sample": {true, "with samples.service_connection of the target file"},
		"by the name":     {false, `with {"service_connection":{"name":`},
	} {
		_, tg := recorded(t, failsToRestore(-1))
		if !c.sample {
			tg.Samples.ServiceConnection = nil
		}
		before := nameOf(t, tg)
		r := verifyUntil(t.Context(), t, tg, steps.Options{Tags: renames})
		got := ofKind(r, "destination")
		if len(got) != 1 || !got[0].Left || got[0].Name != before || !strings.Contains(got[0].Note, ", and not restored (HTTP 500): GET of the destination shows ") ||
			!strings.Contains(got[0].Note, ": restore it by PATCH "+destinationPath(tg)+" "+c.want) {
			t.Errorf("%s: the ledger says %+v", rule, got)
		}
	}
}

func TestAWriteDuringWhichTheRunWasInterruptedIsInTheLedger(t *testing.T) {
	ctx, stop := context.WithCancel(t.Context())
	defer stop()
	rec, tg := recorded(t, func(_ http.ResponseWriter, r *http.Request, _ string) bool {
		if r.Method == http.MethodPost {
			stop()
		}
		return false
	})
	r := verifyUntil(ctx, t, tg, steps.Options{Tags: "@promise:created-segment-code", Concurrency: 1})
	_, id, _ := whatWasMade(rec.requests(http.MethodPost)[0])
	if got := ofKind(r, "segment"); len(got) != 1 || id == "" || got[0].ID != id {
		t.Errorf("the ledger says %+v of the segment %q", got, id)
	}
}

func TestAWriteWithoutAResponseIsInTheLedger(t *testing.T) {
	rec, tg := recorded(t, func(_ http.ResponseWriter, r *http.Request, _ string) bool {
		if r.Method == http.MethodPost {
			panic(http.ErrAbortHandler)
		}
		return false
	})
	r := verifyUntil(t.Context(), t, tg, steps.Options{Tags: "@promise:created-segment-code", Concurrency: 1})
	got := ofKind(r, "segment")
	if len(got) == 0 || len(rec.requests(http.MethodPost)) > 0 {
		t.Errorf("the ledger says %+v", got)
	}
	for _, e := range got {
		if !e.Left || !strings.Contains(e.Name, r.RunID) || e.Note != "perhaps created: no response shows it" {
			t.Errorf("the ledger says %+v", e)
		}
	}
}

func TestWhatAnUpdateCreatedIsInTheLedger(t *testing.T) {
	var mu sync.Mutex
	made := map[string]bool{}
	_, tg := recorded(t, func(w http.ResponseWriter, r *http.Request, _ string) bool {
		service, isConnector := strings.CutPrefix(r.URL.Path, "/api/v1/connectors/")
		unknown := strings.HasPrefix(service, "understudy_") || strings.HasSuffix(service, "_")
		if r.Method != http.MethodPatch || !isConnector || !unknown || r.Header.Get("Authorization") == "" {
			return false
		}
		mu.Lock()
		made[service] = true
		mu.Unlock()
		w.Header().Set("Content-Type", "application/json")
		_, _ = io.WriteString(w, `{"status":"updated","data":{"service_name":"`+service+`","label":"L"}}`)
		return true
	})
	r := verifyUntil(t.Context(), t, tg, steps.Options{Tags: "@operation:create-connector or @operation:update-connector"})
	if len(made) < 2 {
		t.Fatalf("%d were created, so the test checks nothing", len(made))
	}
	for service := range made {
		if !strings.Contains(service, r.RunID) {
			t.Errorf("%s does not hold the run's id, %s", service, r.RunID)
		}
		if !slices.ContainsFunc(ofKind(r, "connector"), func(e report.Entry) bool { return e.ID == service && e.Left }) {
			t.Errorf("the ledger lacks %s", service)
		}
	}
}

func TestTheLedgerOfAWholeRunIsComplete(t *testing.T) {
	rec, tg := recorded(t, nil)
	before := nameOf(t, tg)
	r := verifyUntil(t.Context(), t, tg, steps.Options{Concurrency: 8})
	if now := nameOf(t, tg); now != before {
		t.Errorf("the destination is named %q, and was %q", now, before)
	}
	made := map[string]int{}
	for _, s := range rec.requests(http.MethodPost) {
		kind, id, name := whatWasMade(s)
		if kind == "" {
			continue
		}
		made[kind]++
		if !slices.ContainsFunc(ofKind(r, kind), func(e report.Entry) bool { return e.ID == id && e.Left }) {
			t.Errorf("the ledger lacks the %s %s", kind, id)
		}
		if kind != "segment management link" && !strings.Contains(name, r.RunID) && !slices.Contains(nameless, name) {
			t.Errorf("the %s %s is named %q, without the run's id %s", kind, id, name, r.RunID)
		}
	}
	for kind, n := range made {
		got := ofKind(r, kind)
		if kind == "connector" {
			// One is the target's own connector, which was published.
			got = slices.DeleteFunc(got, func(e report.Entry) bool { return e.ID == tg.Resources.PublishableConnectorServiceName })
		}
		if n == 0 || len(got) != n {
			t.Errorf("%d of the kind %s were made, and the ledger has %d", n, kind, len(got))
		}
	}
	if len(made) != 3 {
		t.Errorf("made %v", made)
	}
}

// whatWasMade reads what a POST created from its response; the empty kind is nothing.
func whatWasMade(s seen) (kind, id, name string) {
	if s.status/100 != 2 {
		return "", "", ""
	}
	id, name = gjson.Get(s.response, "data.id").String(), gjson.Get(s.body, "name").String()
	switch {
	case strings.HasSuffix(s.path, "/segment_management_links"):
		return "segment management link", id, name
	case strings.HasSuffix(s.path, "/filter_segments"):
		return "segment", id, name
	}
	return "connector", gjson.Get(s.response, "data.service_name").String(), gjson.Get(s.body, "connector.label").String() + gjson.Get(s.body, "connector.service_name").String()
}
