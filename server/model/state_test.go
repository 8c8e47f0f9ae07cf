package model

import (
	"encoding/json"
	"fmt"
	"net/http"
	"net/url"
	"slices"
	"time"

	"pgregory.net/rapid"

	"understudy/server/api"
	"understudy/server/internal/testkit"
	"understudy/spec"
)

// later returns the later one of two instants.
func later(a, b time.Time) time.Time {
	if a.Before(b) {
		return b
	}
	return a
}

// Invite adds an invitation.
func (m *machine) Invite(t *rapid.T) {
	id, b := m.box(t)
	i := modelInvitation{id: 1, email: fmt.Sprintf("late-%d@example.com", m.steps), at: b.clock.now(m.real)}
	if n := len(b.invitations); n > 0 {
		last := b.invitations[n-1]
		i.id, i.at = last.id+1, later(i.at, last.at)
	}
	b.invitations = append(b.invitations, i)
	m.want(t, m.Control("POST", "state/invitations?sandbox="+id, fmt.Sprintf(`{"email":%q}`, i.email)), 201, shows{"id": i.id})
}

// Claim claims an invitation, or tries to claim a claimed one.
func (m *machine) Claim(t *rapid.T) {
	id, b := m.box(t)
	if len(b.invitations) == 0 {
		t.Skip("it has no invitation")
	}
	i := &b.invitations[len(b.invitations)-rapid.IntRange(1, min(2, len(b.invitations))).Draw(t, "invitation")]
	a := m.Control("POST", fmt.Sprintf("state/invitations/%d/claim?sandbox=%s", i.id, id), "")
	if !i.claimedAt.IsZero() {
		m.want(t, a, 409, nil)
		return
	}
	i.claimedAt = later(b.clock.now(m.real), i.at)
	m.want(t, a, 200, shows{"claimed_by_id": i.id})
}

// Revoke revokes a link, perhaps for the second time, and requests another one
// like it.
func (m *machine) Revoke(t *rapid.T) {
	id, b := m.box(t)
	n := rapid.IntRange(1, len(b.links)+1).Draw(t, "link")
	a := m.Control("POST", fmt.Sprintf("state/links/%d/revoke?sandbox=%s", n, id), "")
	if n > len(b.links) {
		m.want(t, a, 404, nil)
		return
	}
	l := &b.links[n-1]
	l.revoked = true
	m.want(t, a, 200, nil)
	m.createLink(t, id, l.segment, l.redirect)
}

// Complete completes a segment's creation, or holds it.
func (m *machine) Complete(t *rapid.T) {
	id, b := m.box(t)
	s := b.segment(t)
	does := rapid.SampledFrom([]string{"complete", "hold"}).Draw(t, "does")
	s.readyAt, s.reads, s.held = time.Time{}, 0, does == "hold"
	m.want(t, m.Control("POST", fmt.Sprintf("state/segments/%d/%s?sandbox=%s", s.id, does, id), ""), 200, nil)
}

// TestDestination lets a test of the destination fail, or succeed.
func (m *machine) TestDestination(t *rapid.T) {
	id, b := m.box(t)
	does := rapid.SampledFrom([]string{"fail", "pass"}).Draw(t, "does")
	b.destination.testedAt, b.destination.succeeded = b.clock.now(m.real), does == "pass"
	m.want(t, m.Control("POST", fmt.Sprintf("state/destinations/%d/%s-test?sandbox=%s", modelDestinationID, does, id), ""), 200, nil)
}

// SaveSegment saves a segment in the editor with a link that is or was valid:
// from a page as it is now, or as it never was.
func (m *machine) SaveSegment(t *rapid.T) {
	id, b := m.box(t)
	auths := append([]string{"unknown"}, m.auths...)
	for _, l := range b.links { // these are drawn more often
		auths = append(auths, l.auth)
	}
	auth := rapid.SampledFrom(auths).Draw(t, "auth")
	name := rapid.SampledFrom([]string{"", "Buyers", "Old Friends", "Renamed"}).Draw(t, "name")
	molecules := rapid.SampledFrom([]string{"[]", "[" + testkit.AtomicMolecule + "]"}).Draw(t, "molecules")
	stale := rapid.IntRange(0, 4).Draw(t, "stale") == 0
	a := m.save(id, auth, name, molecules, stale)
	code, s := m.opens(b, auth)
	switch {
	case code != 200:
	case name == "" || name != s.name && b.named(name) && b.chose("segment-name-taken", spec.CreateSegment, "refuse"):
		code = 422
	case stale:
		code = 409
	default:
		s.name, s.molecules, s.updatedAt = name, json.RawMessage(molecules), later(b.clock.now(m.real), s.updatedAt)
	}
	m.want(t, a, code, nil)
}

// save opens a link and sends the form of its page, with another name and other
// molecules.
func (m *machine) save(id, auth, name, molecules string, stale bool) testkit.Response {
	form := url.Values{"auth": {auth}, "name": {name}, "molecules": {molecules}}
	for _, field := range testkit.HiddenField.FindAllStringSubmatch(m.load(id, auth).Body, -1) {
		if field[1] == "version" && !stale {
			form.Set("version", field[2])
		}
	}
	return m.insist(id, spec.SaveEditor, false, func() testkit.Response {
		return m.Do(http.MethodPost, modelPath(id)+api.EditorPath, form.Encode(), testkit.SetHeader("Content-Type", "application/x-www-form-urlencoded"))
	})
}

// load opens a link.
func (m *machine) load(id, auth string) testkit.Response {
	return m.insist(id, spec.LoadEditor, false, func() testkit.Response { return m.Follow(m.uri(id, auth)) })
}

// uri returns the path of an authorization value in a sandbox.
func (m *machine) uri(id, auth string) string {
	return testkit.BaseURL + modelPath(id) + api.EditorPath + "?auth=" + auth
}

// named reports whether a segment has a name.
func (w modelWorld) named(name string) bool {
	return slices.ContainsFunc(w.segments, func(s modelSegment) bool { return s.name == name })
}

// opens returns the HTTP code that an authorization value gets now, and the
// segment that it opens if that is 200.
func (m *machine) opens(b *modelBox, auth string) (int, *modelSegment) {
	i := slices.IndexFunc(b.links, func(l modelLink) bool { return l.auth == auth })
	switch {
	case i < 0:
		return 404, nil
	case b.links[i].revoked:
		return 410, nil
	case !b.clock.now(m.real).Before(b.links[i].expiresAt):
		return b.code("link-expired-answer", spec.CreateLink), nil
	}
	opened := slices.IndexFunc(b.segments, func(s modelSegment) bool { return s.id == b.links[i].segment })
	return 200, &b.segments[opened]
}
