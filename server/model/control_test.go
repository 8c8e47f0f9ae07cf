package model

import (
	"encoding/json"
	"fmt"
	"slices"
	"time"

	"pgregory.net/rapid"

	"understudy/server/internal/testkit"
)

// modelIDs are the ids of sandboxes, more than may exist at once, and
// modelNames those of snapshots.
var (
	modelIDs   = []string{"a", "b", "c"}
	modelNames = []string{"one", "two", "three"}
)

// Create creates a sandbox from any source. Its id may exist, or there may be
// too many.
func (m *machine) Create(t *rapid.T) {
	draft := map[string]any{"id": rapid.SampledFrom(append([]string{"default"}, modelIDs...)).Draw(t, "id")}
	world, code := m.beginning(t, draft)
	ttl := time.Duration(rapid.SampledFrom([]int{0, 0, 0, 5, 60}).Draw(t, "ttl")) * time.Minute
	var expiresAt time.Time
	if ttl > 0 {
		draft["ttl"], expiresAt = ttl.String(), m.real.Add(ttl)
	}
	if rapid.Bool().Draw(t, "gaps") {
		choice := drawChoice(t)
		draft["gaps"] = choice
		world.chooseAll(choice)
	}
	body, err := json.Marshal(draft)
	if err != nil {
		t.Fatal(err)
	}
	a := m.Control("POST", "sandboxes", string(body))
	id := draft["id"].(string)
	switch _, taken := m.boxes[id]; {
	case taken:
		code = 409
	case code == 201 && len(m.alive()) > modelLimit:
		code = 409
	}
	if code != 201 {
		m.want(t, a, code, nil)
		return
	}
	b := &modelBox{modelWorld: world.copy(), origin: world, expiresAt: expiresAt}
	b.arm(m.faultsOf(draft))
	m.boxes[id] = b
	m.want(t, a, 201, m.describe(id))
	m.want(t, a, 201, shows{"tokens": map[string]string{"workspace": world.workspace, "personal": world.personal}})
}

// faultsOf returns the faults that a fork takes from its parent; any other
// sandbox has none.
func (m *machine) faultsOf(draft map[string]any) []modelFault {
	if draft["fixture"] != nil || draft["snapshot"] != nil {
		return nil
	}
	parent, ok := draft["fork"].(string)
	if !ok {
		parent = "default"
	}
	return slices.Clone(m.boxes[parent].faults)
}

func (m *machine) describe(id string) shows {
	b := m.boxes[id]
	parts := shows{"id": id, "base_url": "http://" + testkit.LocalHost + "/s/" + id, "expires_at": nil}
	if !b.expiresAt.IsZero() {
		parts["expires_at"] = b.expiresAt
	}
	return parts
}

// beginning draws what a sandbox is made from: a copy of that, and the HTTP
// code of the response.
func (m *machine) beginning(t *rapid.T, draft map[string]any) (modelWorld, int) {
	parent, nobody := "default", newModelWorld("nobody", nil, 0, 0, 0)
	switch rapid.SampledFrom([]string{"", "fork", "fork", "snapshot", "fixture"}).Draw(t, "of") {
	case "fixture":
		m.worlds++
		w := newModelWorld(fmt.Sprintf("world-%d", m.worlds), m.opening, rapid.IntRange(0, 130).Draw(t, "invitations"),
			rapid.IntRange(0, 30).Draw(t, "objects"), rapid.IntRange(0, 8).Draw(t, "topics"))
		draft["fixture"] = json.RawMessage(w.fixture())
		return w, 201
	case "snapshot":
		name := rapid.SampledFrom(modelNames).Draw(t, "snapshot")
		draft["snapshot"] = name
		if kept, ok := m.kept[name]; ok {
			return kept.world.copy(), 201
		}
		return nobody, 404
	case "fork":
		parent = rapid.SampledFrom(append([]string{"default"}, modelIDs...)).Draw(t, "fork")
		draft["fork"] = parent
	}
	if b, ok := m.alive()[parent]; ok {
		return b.copy(), 201
	}
	return nobody, 404
}

// codeIf returns a code if something was found, and 404 otherwise.
func codeIf(found bool, code int) int {
	if found {
		return code
	}
	return 404
}

// named draws the id of a sandbox that may exist.
func (m *machine) named(t *rapid.T) (string, *modelBox, bool) {
	id := rapid.SampledFrom(append([]string{"default"}, modelIDs...)).Draw(t, "id")
	b, ok := m.alive()[id]
	return id, b, ok
}

// Delete deletes a sandbox, but not the default one.
func (m *machine) Delete(t *rapid.T) {
	id, _, ok := m.named(t)
	code := codeIf(ok, 204)
	if id == "default" {
		code = 409
	} else {
		delete(m.boxes, id)
	}
	m.want(t, m.Control("DELETE", "sandboxes/"+id, ""), code, nil)
}

// Reset resets a sandbox to the state in which it was opened.
func (m *machine) Reset(t *rapid.T) {
	id, b, ok := m.named(t)
	if ok {
		b.modelWorld = b.origin.copy()
		b.arm(b.armed)
	}
	m.want(t, m.Control("POST", "sandboxes/"+id+"/reset", ""), codeIf(ok, 200), nil)
}

// Keep takes a snapshot, whose name another sandbox may have.
func (m *machine) Keep(t *rapid.T) {
	id, b, ok := m.named(t)
	names := modelNames
	for _, name := range modelNames { // unused ones are drawn more often
		if _, taken := m.kept[name]; !taken {
			names = append(names, name)
		}
	}
	name := rapid.SampledFrom(names).Draw(t, "name")
	before, taken := m.kept[name]
	code := codeIf(ok, 201)
	if ok && (taken && before.of != id || !taken && len(m.kept) == modelLimit) {
		code = 409
	}
	if code == 201 {
		m.kept[name] = modelSnapshot{b.copy(), id}
	}
	m.want(t, m.Control("POST", "sandboxes/"+id+"/snapshots", fmt.Sprintf(`{"name":%q}`, name)), code, nil)
}

// Restore restores any snapshot in a sandbox.
func (m *machine) Restore(t *rapid.T) {
	id, b, ok := m.named(t)
	name := rapid.SampledFrom(modelNames).Draw(t, "name")
	kept, known := m.kept[name]
	if ok && known {
		b.modelWorld = kept.world.copy()
	}
	m.want(t, m.Control("POST", "sandboxes/"+id+"/restore", fmt.Sprintf(`{"snapshot":%q}`, name)), codeIf(ok && known, 200), nil)
}

// Drop deletes a snapshot.
func (m *machine) Drop(t *rapid.T) {
	name := rapid.SampledFrom(modelNames).Draw(t, "name")
	_, ok := m.kept[name]
	delete(m.kept, name)
	m.want(t, m.Control("DELETE", "snapshots/"+name, ""), codeIf(ok, 204), nil)
}

// TimePasses advances real time, for all clocks that run.
func (m *machine) TimePasses(t *rapid.T) { m.real = m.real.Add(drawSpan(t)) }

func drawSpan(t *rapid.T) time.Duration {
	return rapid.SampledFrom([]time.Duration{1, 250 * time.Millisecond, time.Second, 89 * time.Second, time.Minute, 10 * time.Minute, time.Hour, 24 * time.Hour}).Draw(t, "span")
}

// Advance moves a clock forward, or tries to set it back.
func (m *machine) Advance(t *rapid.T) {
	id, b := m.box(t)
	span := drawSpan(t)
	if rapid.IntRange(0, 9).Draw(t, "back") == 0 {
		m.want(t, m.Control("POST", "clock/advance?sandbox="+id, `{"seconds":-0.5}`), 400, nil)
		return
	}
	a := m.Control("POST", "clock/advance?sandbox="+id, fmt.Sprintf(`{"seconds":%g}`, span.Seconds()))
	b.advance(span)
	m.wantClock(t, a, b)
}

func (b *modelBox) advance(span time.Duration) {
	b.clock.ahead += span
	b.clock.at = b.clock.at.Add(span)
}

func (m *machine) wantClock(t *rapid.T, a testkit.Response, b *modelBox) {
	t.Helper()
	m.want(t, a, 200, shows{"now": b.clock.now(m.real).Format(time.RFC3339Nano), "frozen": b.clock.frozen})
}

// AdvanceTo moves a clock to an instant at which something happens, or just
// before or after it.
func (m *machine) AdvanceTo(t *rapid.T) {
	id, b := m.box(t)
	now := b.clock.now(m.real)
	instants := []time.Time{now}
	for _, l := range b.links {
		instants = append(instants, l.expiresAt)
	}
	for _, s := range b.segments {
		instants = append(instants, s.readyAt)
	}
	to := rapid.SampledFrom(instants).Draw(t, "to").Add(rapid.SampledFrom([]time.Duration{-1, 0, 0, 1}).Draw(t, "beside"))
	a := m.Control("POST", "clock/advance?sandbox="+id, fmt.Sprintf(`{"to":%q}`, to.Format(time.RFC3339Nano)))
	if to.Before(now) {
		m.want(t, a, 400, nil)
		return
	}
	b.advance(to.Sub(now))
	m.wantClock(t, a, b)
}

// FreezeOrResume stops a clock, or lets it run, even if it does so already.
func (m *machine) FreezeOrResume(t *rapid.T) {
	id, b := m.box(t)
	now := b.clock.now(m.real)
	does := rapid.SampledFrom([]string{"freeze", "resume"}).Draw(t, "does")
	b.clock = modelClock{frozen: true, at: now}
	if does == "resume" {
		b.clock = modelClock{ahead: now.Sub(m.real)}
	}
	m.wantClock(t, m.Control("POST", "clock/"+does+"?sandbox="+id, ""), b)
}

// PutTransition says how new segments are completed.
func (m *machine) PutTransition(t *rapid.T) {
	id, _ := m.box(t)
	m.putTransition(t, id)
}

func (m *machine) putTransition(t *rapid.T, id string) {
	b, rule := m.boxes[id], ""
	switch rapid.SampledFrom([]string{"after", "reads", "reads", "held"}).Draw(t, "way") {
	case "after":
		b.transition = modelTransition{after: rapid.SampledFrom([]time.Duration{0, time.Nanosecond, time.Minute}).Draw(t, "after")}
		rule = fmt.Sprintf(`"after":%q`, b.transition.after)
	case "reads":
		b.transition = modelTransition{reads: rapid.Int64Range(1, 3).Draw(t, "reads")}
		rule = fmt.Sprintf(`"reads":%d`, b.transition.reads)
	case "held":
		b.transition = modelTransition{held: true}
		rule = `"held":true`
	}
	m.want(t, m.Control("PUT", "transitions?sandbox="+id, `{"segment":{`+rule+`}}`), 200, nil)
}
