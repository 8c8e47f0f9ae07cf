package history

import (
	"errors"
	"fmt"
	"net/http"
	"strings"
	"testing"

	"understudy/spec"
	"understudy/steps/builtin/world"
	"understudy/steps/builtin/world/worldtest"
	"understudy/steps/client"
	"understudy/steps/target"
)

// updated returns the response to an update of a connector that sends a label, and shows one.
func updated(service, sent, shown string) *client.Exchange {
	return &client.Exchange{
		Request: client.Request{Operation: spec.UpdateConnector, Method: http.MethodPatch, Path: "/api/v1/connectors/" + service, Allowed: true,
			Body: fmt.Appendf(nil, `{"connector":{"label":%q}}`, sent)},
		Status: http.StatusOK, Body: fmt.Appendf(nil, `{"status":"updated","data":{"service_name":%q,"label":%q}}`, service, shown),
	}
}

// created returns the response to a creation of a connector with a label.
func created(service, label string) *client.Exchange {
	return &client.Exchange{
		Request: client.Request{Operation: spec.CreateConnector, Method: http.MethodPost, Path: "/api/v1/connectors", Allowed: true,
			Body: fmt.Appendf(nil, `{"connector":{"service_name":%q,"label":%q}}`, service, label)},
		Status: http.StatusOK, Body: fmt.Appendf(nil, `{"status":"created","data":{"service_name":%q,"label":%q}}`, service, label),
	}
}

// withStatus returns a response with another code and no body.
func withStatus(e *client.Exchange, status int) *client.Exchange {
	return &client.Exchange{Request: e.Request, Status: status}
}

// undocumented returns a response to a request that the document does not describe.
func undocumented(e *client.Exchange) *client.Exchange {
	r := e.Request
	r.Allowed = false
	return &client.Exchange{Request: r, Status: e.Status, Body: e.Body}
}

// Each case is what labels connectors showed, in their order, after they were read back: a:old shows
// another label of a than the last one that was sent.
func TestTheLabelThatWasKeptLongestIsThatOfTheFirstConnector(t *testing.T) {
	for rule, c := range map[string]struct {
		kept, published, changed, want string
	}{
		"none was read back":                           {},
		"the first":                                    {kept: "a:1 b:2", want: "a:1"},
		"the first that was not changed since":         {kept: "a:1 b:2 c:3", changed: "a", want: "b:2"},
		"none, as all were changed since":              {kept: "a:1 b:2", changed: "a b"},
		"one that is shown again keeps its place":      {kept: "a:1 b:2 a:1", want: "a:1"},
		"one with another label goes behind":           {kept: "a:1 b:2 a:3", want: "b:2"},
		"its first label again does not bring it back": {kept: "a:1 b:2 a:3 a:1", want: "b:2"},
		"the one with another label, alone":            {kept: "a:1 a:2", want: "a:2"},
		"a published one, too":                         {kept: "a:1 p:2", published: "p", want: "a:1 p:2"},
		"the first of the published ones":              {kept: "p:1 a:2 q:3", published: "p q", want: "a:2 p:1"},
		"no published one alone":                       {kept: "p:1", published: "p"},
		"a published one, where the others have lost":  {kept: "a:1 p:2", published: "p", changed: "a", want: "p:2"},
		"the one that is not published, where it lost": {kept: "a:1 p:2", published: "p", changed: "p", want: "a:1"},
	} {
		w := worldtest.On(t, target.Target{})
		h := Of(w.Run)
		for _, text := range strings.Fields(c.kept) {
			service, label, _ := strings.Cut(text, ":")
			e := updated(service, label, label)
			h.Labels.NoteKept(world.Connector{Service: service, Label: label, Whole: map[string]any{}}, e)
			NoteSuccess(w.Run, e)
		}
		for _, service := range strings.Fields(c.published) {
			h.Published.Add(service)
		}
		for _, service := range strings.Fields(c.changed) {
			NoteSuccess(w.Run, updated(service, "another", "another"))
		}
		var got []string
		for _, connector := range h.LongestKept() {
			got = append(got, connector.Service+":"+connector.Label)
		}
		if strings.Join(got, " ") != c.want {
			t.Errorf("%s: %q, want %q", rule, got, c.want)
		}
	}
}

func TestALabelIsKeptWhereAResponseShowsItAsItWasSent(t *testing.T) {
	own := world.Connector{Service: "a", Label: "new", Whole: map[string]any{}}
	of := func(change func(c *world.Connector)) world.Connector {
		c := own
		change(&c)
		return c
	}
	noText, rejected := updated("a", "new", "new"), updated("a", "new", "new")
	rejected.Status = http.StatusForbidden
	noText.Body = []byte(`{"status":"updated","data":{"service_name":"a","label":7}}`)
	for rule, c := range map[string]struct {
		connector world.Connector
		e         *client.Exchange
		want      int
	}{
		"as it was sent":               {own, updated("a", "new", "new"), 1},
		"with white space around it":   {own, updated("a", "new", " new\n"), 1},
		"another one":                  {own, updated("a", "new", "old"), 0},
		"none":                         {own, updated("a", "new", ""), 0},
		"a number":                     {of(func(c *world.Connector) { c.Label = "7" }), noText, 0},
		"a rejection":                  {own, rejected, 0},
		"of the target's own":          {of(func(c *world.Connector) { c.Whole = nil }), updated("a", "new", "new"), 0},
		"which is not known":           {of(func(c *world.Connector) { c.Label = "" }), updated("a", "", ""), 0},
		"in another form of Unicode":   {of(func(c *world.Connector) { c.Label = "e\u0301" }), updated("a", "e\u0301", "\u00e9"), 1},
		"with other letters of a kind": {of(func(c *world.Connector) { c.Label = "New" }), updated("a", "New", "new"), 0},
	} {
		var l Labels
		if l.NoteKept(c.connector, c.e); len(l.kept) != c.want {
			t.Errorf("%s: %d are kept, want %d", rule, len(l.kept), c.want)
		}
	}
}

// Each case is what was sent before the connector a shows the label that is ours.
func TestALabelThatWasSentForAnotherConnectorIsNotShown(t *testing.T) {
	const ours = "ours" // stands for a label of the run
	silent := withStatus(updated("b", ours, ours), 0)
	silent.Err = errors.New("timed out")
	elsewhere := undocumented(updated("b", ours, ours))
	elsewhere.Body = []byte(`{"status":"updated","data":{"service_name":"c","label":"ours"}}`)
	publishing := &client.Exchange{Request: client.Request{Operation: spec.PublishConnector, Allowed: true}}
	for rule, c := range map[string]struct {
		sent  []*client.Exchange
		wrong bool
	}{
		"nothing was sent":                         {nil, false},
		"for this one":                             {[]*client.Exchange{updated("a", ours, ours)}, false},
		"for another one":                          {[]*client.Exchange{updated("b", ours, ours)}, true},
		"in a creation of another one":             {[]*client.Exchange{created("b", ours)}, true},
		"in a creation of this one, too":           {[]*client.Exchange{created("b", ours), created("a", ours)}, false},
		"in an update of this one after another's": {[]*client.Exchange{updated("b", ours, ours), updated("a", ours, ours)}, true},
		"in a rejected update of another one":      {[]*client.Exchange{withStatus(updated("b", ours, ours), 422)}, true},
		"in one without a response":                {[]*client.Exchange{silent}, true},
		"in a rejected one that is not described":  {[]*client.Exchange{undocumented(withStatus(updated("b", ours, ours), 422))}, false},
		"in an accepted one that is not described": {[]*client.Exchange{undocumented(updated("b", ours, ours))}, true},
		"in one that went to a third connector":    {[]*client.Exchange{elsewhere}, false},
		"a label that may be anybody's":            {[]*client.Exchange{updated("b", "anybody's", "anybody's")}, false},
		"in a creation that is not described":      {[]*client.Exchange{undocumented(created("b", ours))}, false},
		"in a publishing, which sends no label":    {[]*client.Exchange{publishing}, false},
	} {
		w := worldtest.On(t, target.Target{})
		label := w.Run.Name()
		if strings.HasPrefix(rule, "a label") {
			label = "anybody's"
		}
		for _, e := range c.sent {
			e.Request.Body = []byte(strings.ReplaceAll(string(e.Request.Body), ours, label))
			NoteSent(w.Run, e)
		}
		f := ShowsOthersLabel(w.Run, updated("a", "", label))
		if (f != nil) != c.wrong || f != nil && f.Promise != "connector-label-kept" {
			t.Errorf("%s: %v; wrong: want %t", rule, f, c.wrong)
		}
		if f := ShowsOthersLabel(w.Run, &client.Exchange{Request: client.Request{Operation: spec.CreateLink}, Status: 200,
			Body: fmt.Appendf(nil, `{"data":{"label":%q}}`, label)}); f != nil {
			t.Errorf("%s: a response about no connector: %v", rule, f)
		}
	}
}

func TestALabelIsForeignThatTheRunHasNotSent(t *testing.T) {
	w := worldtest.On(t, target.Target{})
	ours, service := w.Run.Name(), "understudy_"+w.Run.ID
	NoteSuccess(w.Run, updated(service, "null", "null"))
	NoteSuccess(w.Run, withStatus(updated(service, "sent without a success", ""), http.StatusUnprocessableEntity))
	for label, want := range map[string]bool{
		"mine": true, "": true,
		ours:                  false,
		strings.ToUpper(ours): false,
		"null":                false, // a success sent it
		"Null":                true,
		service:               true, // it has the run's id, but is no label
		service + "2":         false,
	} {
		if got := IsForeign(w.Run, service, label); got != want {
			t.Errorf("%q: %t, want %t", label, got, want)
		}
	}
}

func TestTheLabelShownLastIsKnownUntilAnUpdateMayHaveChangedIt(t *testing.T) {
	shows := func(data string) func(*world.Run) {
		e := updated("a", "", "")
		e.Body = []byte(`{"status":"updated","data":` + data + `}`)
		return func(r *world.Run) { NoteSuccess(r, e) }
	}
	lost := func(service string) func(*world.Run) {
		return func(r *world.Run) { NoteSent(r, withStatus(updated(service, r.Name(), ""), http.StatusBadGateway)) }
	}
	for rule, c := range map[string]struct {
		then func(r *world.Run)
		want string
	}{
		"a success":                          {func(*world.Run) {}, "first"},
		"another success":                    {func(r *world.Run) { NoteSuccess(r, updated("a", "second", "second")) }, "second"},
		"a success without a label":          {shows(`{"service_name":"a"}`), "first"},
		"a success with a number":            {shows(`{"service_name":"a","label":7}`), "first"},
		"a success that shows another one":   {shows(`{"service_name":"b","label":"second"}`), "first"},
		"a success that is recorded as sent": {func(r *world.Run) { NoteSent(r, updated("a", r.Name(), "")) }, "first"},
		"a success of another connector":     {func(r *world.Run) { NoteSuccess(r, updated("b", "second", "second")) }, "first"},
		"an update without a response":       {lost("a"), ""},
		"a rejected update":                  {func(r *world.Run) { NoteSent(r, withStatus(updated("a", r.Name(), ""), http.StatusForbidden)) }, "first"},
		"one of another connector":           {lost("b"), "first"},
	} {
		w := worldtest.On(t, target.Target{})
		NoteSuccess(w.Run, updated("a", "first", "first"))
		c.then(w.Run)
		if got := Of(w.Run).Labels.ShownLast("a"); got != c.want {
			t.Errorf("%s: %q, want %q", rule, got, c.want)
		}
	}
}
