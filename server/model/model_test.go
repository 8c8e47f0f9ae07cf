// Package model has a plain model of the fake, made of slices and maps, and the
// tests that send random requests to both.
//
// It has no code except its tests. Start reading at TestTheFakeIsAsTheModel.
package model

import (
	"encoding/json"
	"flag"
	"fmt"
	"maps"
	"reflect"
	"strconv"
	"testing"
	"time"

	"pgregory.net/rapid"

	"understudy/fixtures"
	"understudy/server"
	"understudy/server/internal/testkit"
	"understudy/spec"
	"understudy/spec/gap"
	"understudy/spec/race"
)

// TestTheFakeIsAsTheModel sends random requests to a fake with several
// sandboxes and does the same to a plain model of it, made of slices and maps:
// every response must match the model. -rapid.checks=10000 runs more sequences
// of requests, and -rapid.steps=100 longer ones.
func TestTheFakeIsAsTheModel(t *testing.T) {
	sequences(t, 500)
	rapid.Check(t, func(rt *rapid.T) {
		m := beginModel(t, rt)
		rt.Repeat(rapid.StateMachineActions(m))
		for id := range m.alive() {
			m.look(rt, id)
		}
	})
}

// sequences is how many random ones run, unless the command line says
// otherwise. Under the race detector it is a tenth.
func sequences(t *testing.T, n int) {
	if race.Enabled {
		n /= 10
	}
	checks := flag.Lookup("rapid.checks")
	given := false
	flag.Visit(func(f *flag.Flag) { given = given || f == checks })
	if given {
		return
	}
	before := checks.Value.String()
	t.Cleanup(func() { _ = checks.Value.Set(before) })
	if err := checks.Value.Set(strconv.Itoa(n)); err != nil {
		t.Fatal(err)
	}
}

// modelLimit is how many sandboxes, and snapshots, the fake may have.
const modelLimit = 2

// machine is a fake and its model. Each of its public methods is an action of
// random sequences: it does something to both, and compares.
type machine struct {
	testkit.Fake
	t    *rapid.T
	real time.Time
	// strict has requests outside the contract rejected.
	strict bool
	// opening is what worlds are opened with.
	opening map[string]string
	boxes   map[string]*modelBox
	kept    map[string]modelSnapshot
	// auths are the authorization values of all links that ever existed.
	auths []string
	// worlds counts the fixtures, and steps the actions.
	worlds, steps int
}

// modelBox is a sandbox: its world, and the one that it is reset to.
type modelBox struct {
	modelWorld
	origin    modelWorld
	expiresAt time.Time // zero if it does not expire
	// requests is the number of requests sent to it, pages included, which its
	// journal counts.
	requests int
	// armed are the faults that a reset restores, and lastFault numbers them.
	faults, armed []modelFault
	lastFault     int
}

type modelSnapshot struct {
	world modelWorld
	of    string
}

func beginModel(t *testing.T, rt *rapid.T) *machine {
	opening, choice := drawChoice(rt), gap.Choice{}
	for _, place := range sortedKeys(opening) {
		var err error
		if choice, err = choice.Parse(place + "=" + opening[place]); err != nil {
			t.Fatal(err)
		}
	}
	w := newModelWorld("home", opening, rapid.IntRange(0, 60).Draw(rt, "invitations"), 7, 3)
	world, err := fixtures.Parse("home.json", []byte(w.fixture()))
	if err != nil {
		t.Fatal(err)
	}
	m := &machine{t: rt, strict: rapid.IntRange(0, 3).Draw(rt, "strict") == 0, real: modelStart, opening: opening, boxes: map[string]*modelBox{}, kept: map[string]modelSnapshot{}}
	m.Fake = testkit.Open(t, server.Options{World: world, Control: true, AsyncDelay: modelDelay, Choice: choice, MaxSandboxes: modelLimit, StrictClient: m.strict,
		Now: func() time.Time { return m.real }})
	home := &modelBox{modelWorld: w, origin: w.copy()}
	home.clock = modelClock{frozen: true, at: modelStart} // as open leaves it
	m.boxes["default"] = home
	return m
}

// alive returns the sandboxes that have not expired.
func (m *machine) alive() map[string]*modelBox {
	maps.DeleteFunc(m.boxes, func(_ string, b *modelBox) bool { return !b.expiresAt.IsZero() && !m.real.Before(b.expiresAt) })
	return m.boxes
}

// Check runs after each action: the same sandboxes and snapshots exist, and one
// sandbox after the other is compared briefly.
func (m *machine) Check(t *rapid.T) {
	ids := sortedKeys(m.alive())
	m.want(t, m.Control("GET", "sandboxes", ""), 200, shows{"sandboxes.#.id": ids})
	names, of := sortedKeys(m.kept), []string{}
	for _, name := range names {
		of = append(of, m.kept[name].of)
	}
	m.want(t, m.Control("GET", "snapshots", ""), 200, shows{"snapshots.#.name": append([]string{}, names...), "snapshots.#.sandbox": of})
	m.glance(t, ids[m.steps%len(ids)])
	m.steps++
}

// look compares what a sandbox shows without being changed by it.
func (m *machine) look(t *rapid.T, id string) {
	m.glance(t, id)
	b := m.boxes[id]
	for _, s := range b.segments {
		m.wantSegment(t, id, s)
	}
	for _, l := range b.links {
		m.follows(t, id, l.auth)
	}
}

// glance compares a part of that.
func (m *machine) glance(t *rapid.T, id string) {
	b := m.boxes[id]
	now := b.clock.now(m.real)
	m.want(t, m.Control("GET", "clock?sandbox="+id, ""), 200, shows{"now": now.Format(time.RFC3339Nano), "frozen": b.clock.frozen})
	m.want(t, m.Control("GET", "journal?limit=1&after=999999999&sandbox="+id, ""), 200, shows{"last": b.requests})
	m.want(t, m.ask(id, "GET", "/destinations/11", ""), 200, b.showDestination(spec.GetDestination))
	m.wantSegment(t, id, b.segments[len(b.segments)-1])
	m.want(t, m.Control("GET", "faults?sandbox="+id, ""), 200, b.showFaults())
}

func (m *machine) wantSegment(t *rapid.T, id string, s modelSegment) {
	t.Helper()
	b := m.boxes[id]
	m.want(t, m.ask(id, "GET", fmt.Sprintf("/sources/21/filter_segments/%d", s.id), ""), 200,
		shows{"status": "success", "data": b.showSegment(s, b.clock.now(m.real), spec.GetSegment)})
}

// shows are the expected parts of a response, by path: any value as JSON, or absent.
type shows map[string]any

type absent struct{}

// want compares a response with the model's.
func (m *machine) want(t *rapid.T, a testkit.Response, code int, parts shows) {
	t.Helper()
	if a.Header == nil { // it was lost
		return
	}
	if a.Code != code {
		t.Fatalf("the model responds %d: %s", code, a)
	}
	for path, part := range parts {
		if part == (absent{}) {
			if a.Get(path).Exists() {
				t.Fatalf("the model has no %s: %s", path, a)
			}
			continue
		}
		text, err := json.Marshal(part)
		if err != nil {
			t.Fatal(err)
		}
		if got := a.Get(path).Raw; got != string(text) && !reflect.DeepEqual(plainJSON(got), plainJSON(string(text))) {
			t.Fatalf("%s is %s, in the model %s: %s", path, got, text, a)
		}
	}
}

func plainJSON(text string) (v any) {
	if err := json.Unmarshal([]byte(text), &v); err != nil {
		return err
	}
	return v
}

// rejected checks that a request was rejected, and with which code.
func (m *machine) rejected(t *rapid.T, a testkit.Response, code int) {
	t.Helper()
	if word := a.Get("status").Str; a.Header != nil && word != "error" && word != "not_found" {
		t.Fatalf("the model rejects it: %s", a)
	}
	m.want(t, a, code, nil)
}

// box draws a sandbox.
func (m *machine) box(t *rapid.T) (string, *modelBox) {
	id := rapid.SampledFrom(sortedKeys(m.alive())).Draw(t, "sandbox")
	return id, m.boxes[id]
}

// ask sends a request to a sandbox with the workspace's token, or, for the
// invitations, the personal one.
func (m *machine) ask(id, method, path, body string) testkit.Response {
	token := m.boxes[id].workspace
	if method == "GET" && len(path) > 12 && path[:12] == "/invitations" {
		token = m.boxes[id].personal
	}
	return m.askAs(token, id, method, path, body)
}

// modelPath returns what the paths of a sandbox start with.
func modelPath(id string) string {
	if id == "default" {
		return ""
	}
	return "/s/" + id
}
