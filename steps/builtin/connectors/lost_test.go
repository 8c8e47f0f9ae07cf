package connectors

import (
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
	"time"

	"github.com/tidwall/gjson"

	"understudy/spec"
	"understudy/steps/builtin/connectors/history"
	"understudy/steps/builtin/world"
	"understudy/steps/builtin/world/worldtest"
	"understudy/steps/target"
)

// deployment responds to updates of connector a, of one that does not exist, and of a new one, which a
// creation makes, with some codes.
type deployment struct{ updates, unknown, creations, others int }

// findsByLabel is the code of a deployment for updates that it does not find without a label.
const findsByLabel = 4040

func (d deployment) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	service, status := r.URL.Path[strings.LastIndex(r.URL.Path, "/")+1:], d.others
	switch {
	case service == "a":
		status = d.updates
		if body, _ := io.ReadAll(r.Body); status == findsByLabel {
			status = http.StatusNotFound
			if gjson.GetBytes(body, "connector.label").Exists() {
				status = http.StatusOK
			}
		}
	case service == "connectors":
		service, status = "new", d.creations
	case service != "new":
		status = d.unknown
	}
	w.Header().Set("Content-Type", "application/json")
	w.WriteHeader(status)
	if status == http.StatusOK {
		fmt.Fprintf(w, `{"status":"updated","data":{"service_name":%q,"label":"L"}}`, service)
	}
}

// Each case is the codes of a deployment for a connector that was updated before, and where those alone do not
// show that it is lost.
func TestAConnectorIsLostThatIsNotFoundAfterAnUpdate(t *testing.T) {
	const never, published, labelled = "never updated", "published", "no update without a label"
	for rule, c := range map[string]struct {
		deployment
		but  string
		lost bool
	}{
		"not found":                                {deployment{404, 404, 200, 200}, "", true},
		"not found without a label":                {deployment{findsByLabel, 404, 200, 200}, "", false},
		"there":                                    {deployment{200, 404, 200, 200}, "", false},
		"not found, and never updated":             {deployment{404, 404, 200, 200}, never, false},
		"not found, and published":                 {deployment{404, 404, 200, 200}, published, true},
		"forbidden, as an unknown one is":          {deployment{403, 403, 200, 200}, "", true},
		"invalid, as an unknown one is":            {deployment{422, 422, 200, 200}, "", true},
		"forbidden, and an unknown one is invalid": {deployment{403, 422, 200, 200}, "", false},
		"forbidden, as a new one is":               {deployment{403, 403, 200, 403}, "", false},
		"forbidden, and a new one is not created":  {deployment{403, 403, 403, 200}, "", false},
		"forbidden, as it is published":            {deployment{403, 403, 200, 200}, published, false},
		"forbidden, as all are without a label":    {deployment{403, 403, 200, 200}, labelled, false},
		"in a conflict, which may be a lock":       {deployment{409, 409, 200, 200}, "", false},
		"to be paid for, which may be a limit":     {deployment{402, 402, 200, 200}, "", false},
		"forbidden, and never updated":             {deployment{403, 403, 200, 200}, never, false},
	} {
		s := httptest.NewServer(c.deployment)
		w := worldtest.On(t, target.Target{BaseURL: s.URL, Tokens: target.Tokens{Workspace: "workspace"}, AllowWrites: new(true),
			Limits: target.Limits{RequestTimeout: target.Duration(time.Minute), Settle: target.Duration(time.Millisecond)}})
		w.Connector = world.Connector{Service: "a", Label: "L", Whole: map[string]any{"data": map[string]any{}}}
		if c.but != never {
			e := relabelling("/api/v1/connectors/a", 200, `{"status":"updated","data":{"service_name":"a","label":"L"}}`)
			if c.but != labelled {
				e.Request.Body = []byte(`{"connector":{"data":{}}}`)
			}
			history.NoteSuccess(w.Run, e)
		}
		if c.but == published {
			history.Of(w.Run).Published.Add("a")
		}
		r, err := WithoutLabel(w)
		if err != nil {
			t.Fatal(err)
		}
		accuseLost(w, w.ProbeAside(r))
		s.Close()
		lost := false
		for _, v := range w.Run.Violations.All() {
			lost = lost || v.Promise == "connectors-are-updated"
		}
		if lost != c.lost {
			t.Errorf("%s: lost %t, want %t", rule, lost, c.lost)
		}
	}
}

func TestARejectedCreationIsReadBackByItsServiceName(t *testing.T) {
	for rule, c := range map[string]struct {
		deployment
		sent          string
		effect, asked bool
	}{
		"it can be updated":                   {deployment{200, 404, 0, 0}, `{"connector":{"service_name":"a"}}`, true, true},
		"it is not found":                     {deployment{404, 404, 0, 0}, `{"connector":{"service_name":"a"}}`, false, true},
		"any service_name can be updated":     {deployment{200, 200, 0, 0}, `{"connector":{"service_name":"a"}}`, false, false},
		"no service_name was sent":            {deployment{200, 404, 0, 0}, `{"connector":{"label":"L"}}`, false, false},
		"sent outside of a connector, though": {deployment{200, 404, 0, 0}, `{"service_name":"a"}`, true, true},
	} {
		s := httptest.NewServer(c.deployment)
		w := worldtest.On(t, target.Target{BaseURL: s.URL, Tokens: target.Tokens{Workspace: "workspace"}, AllowWrites: new(true)})
		rejected := exchangeOf(spec.CreateConnector, "/api/v1/connectors", http.StatusBadRequest, "")
		rejected.Request.Body = []byte(c.sent)
		read := ReadBackCreation(w, rejected)
		s.Close()
		if (read.Effect != "") != c.effect || (read.Response != nil) != c.asked {
			t.Errorf("%s: %q, read back %t; want %t, %t", rule, read.Effect, read.Response != nil, c.effect, c.asked)
		}
		inLedger := false
		for _, e := range w.Run.Ledger.Entries() {
			inLedger = inLedger || e.ID == "a" && e.Left
		}
		if inLedger != c.effect {
			t.Errorf("%s: in the ledger %t, want %t", rule, inLedger, c.effect)
		}
	}
}
