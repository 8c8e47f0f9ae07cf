package destinations

import (
	"errors"
	"fmt"
	"net/http"
	"testing"

	"understudy/spec"
	"understudy/steps/builtin/world"
	"understudy/steps/builtin/world/worldtest"
	"understudy/steps/client"
	"understudy/steps/target"
)

// worldOfOwn returns the world of a scenario that may rename destination 1, whose name is "own".
func worldOfOwn(t *testing.T) *world.World {
	t.Helper()
	w := worldtest.On(t, target.Target{BaseURL: "http://127.0.0.1:1", Resources: target.Resources{DestinationID: 1}})
	ofRun(w.Run).destinationName.Learn("", false, func() (string, bool) { return "own", true })
	ofScenario(w).renames = true
	return w
}

// namedAs returns the response to a request about a destination that shows a name.
func namedAs(operation, name string) *client.Exchange {
	return &client.Exchange{Request: client.Request{Operation: operation, Allowed: true}, Status: http.StatusOK,
		Body: fmt.Appendf(nil, `{"status":"success","data":{"id":1,"name":%q}}`, name)}
}

func TestANameIsTakenWhereARenamingMayHaveSucceeded(t *testing.T) {
	const renamed, another = `{"service_connection":{"name":"new"}}`, `{"status":"updated","data":{"id":1,"name":"new"}}`
	const whole = `{"status":"updated","data":{"id":1,"name":"x","connection_details":{"a":1}}}`
	for rule, c := range map[string]struct {
		operation, sent string
		turn            bool
		status          int
		body            string
		taken, late     bool
	}{
		"a success":                     {spec.UpdateDestination, renamed, true, 200, another, true, false},
		"a rejection":                   {spec.UpdateDestination, renamed, true, 422, `{"status":"error"}`, false, false},
		"a rejection that shows one":    {spec.UpdateDestination, renamed, true, 422, whole, true, false},
		"a server error":                {spec.UpdateDestination, renamed, true, 500, ``, true, true},
		"no response":                   {spec.UpdateDestination, renamed, true, 0, ``, true, true},
		"its own name":                  {spec.UpdateDestination, `{"service_connection":{"name":"own"}}`, true, 200, another, false, false},
		"no name":                       {spec.UpdateDestination, `{"service_connection":{"type":"crm"}}`, true, 200, another, false, false},
		"in the turn of another":        {spec.UpdateDestination, renamed, false, 200, another, false, false},
		"by an operation on connectors": {spec.UpdateConnector, renamed, true, 200, another, false, false},
	} {
		w := worldOfOwn(t)
		ofScenario(w).renames = c.turn
		e := &client.Exchange{Request: client.Request{Operation: c.operation, Method: http.MethodPatch, Body: []byte(c.sent), Allowed: true},
			Status: c.status, Body: []byte(c.body)}
		if c.status == 0 {
			e.Err = errors.New("timed out")
		}
		NoteRenaming(w, e)
		taken, late := len(ofScenario(w).namesTaken) > 0, ofRun(w.Run).mayComeLate
		if taken != c.taken || late != c.late || taken != (len(ofRun(w.Run).namesTaken) > 0) {
			t.Errorf("%s: taken %t, may come late %t; want %t, %t", rule, taken, late, c.taken, c.late)
		}
	}
}

// The destination was called own, and was renamed to first and to last. Each case is what a response
// shows after that.
func TestANameFromBeforeTheLastOneIsBack(t *testing.T) {
	for rule, c := range map[string]struct {
		last, shown string
		back        bool
	}{
		"the last one":                   {"last", "last", false},
		"the first one":                  {"last", "first", true},
		"the one from before the run":    {"last", "own", true},
		"one that the run did not give":  {"last", "somebody else's", false},
		"one of the run, when restored":  {"own", "last", true},
		"its own, when restored":         {"own", "own", false},
		"none, as it cannot be compared": {"last", "", false},
	} {
		w := worldOfOwn(t)
		ofRun(w.Run).namesTaken = []string{"first", "last"}
		if got := isBack(w, c.last)(namedAs(spec.GetDestination, c.shown)); got != c.back {
			t.Errorf("%s: %t, want %t", rule, got, c.back)
		}
	}
	w, another := worldOfOwn(t), namedAs(spec.GetDestination, "own")
	another.Body = []byte(`{"status":"success","data":{"id":2,"name":"own"}}`)
	if isBack(w, "last")(nil) || isBack(w, "last")(another) {
		t.Error("no response, or one about another destination, shows that a name is back")
	}
}

// The destination was called own, and was renamed to first and to the name that is sent last.
func TestANameThatTheRunHasNotGivenIsForeign(t *testing.T) {
	for rule, c := range map[string]struct {
		operation, shown string
		foreign          bool
	}{
		"the last one":                     {spec.GetDestination, "last", false},
		"with white space around it":       {spec.GetDestination, " last ", false},
		"an earlier one":                   {spec.GetDestination, "first", false},
		"the one from before the run":      {spec.GetDestination, "own", false},
		"somebody else's":                  {spec.GetDestination, "mine", true},
		"none":                             {spec.GetDestination, "", true},
		"none, after an update without it": {spec.UpdateDestination, "", false},
		"somebody else's, in an update":    {spec.UpdateDestination, "mine", true},
		"one of another scenario":          {spec.GetDestination, "of the run", false},
	} {
		w := worldOfOwn(t)
		ofRun(w.Run).namesTaken = []string{"first", "last"}
		if c.shown == "of the run" {
			c.shown = w.Run.Name()
		}
		if got := isForeign(w, namedAs(c.operation, c.shown), "last"); got != c.foreign {
			t.Errorf("%s: %t, want %t", rule, got, c.foreign)
		}
	}
	if isForeign(worldOfOwn(t), nil, "last") {
		t.Error("no response shows no name")
	}
}

func TestANameIsSettledWhereItIsTheLastOneThatWasSent(t *testing.T) {
	for rule, c := range map[string]struct {
		taken   []string
		late    bool
		shown   string
		settled bool
	}{
		"the last one":                     {[]string{"first", "last"}, false, "last", true},
		"an earlier one":                   {[]string{"first", "last"}, false, "first", false},
		"its own, after a renaming":        {[]string{"first"}, false, "own", false},
		"its own, before any renaming":     {nil, false, "own", true},
		"another one, before any renaming": {nil, false, "first", false},
		"the last one, but one may come":   {[]string{"last"}, true, "last", false},
		"its own, but one may come":        {nil, true, "own", false},
	} {
		w := worldOfOwn(t)
		ofScenario(w).namesTaken, ofRun(w.Run).mayComeLate = c.taken, c.late
		if got := isSettled(w, c.shown); got != c.settled {
			t.Errorf("%s: %t, want %t", rule, got, c.settled)
		}
	}
}
