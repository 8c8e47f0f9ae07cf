package model

import (
	"encoding/json"
	"fmt"
	"slices"
	"strings"
	"time"

	"pgregory.net/rapid"

	"understudy/server/internal/testkit"
	"understudy/spec"
)

// CreateSegment creates a segment, whose name another may have.
func (m *machine) CreateSegment(t *rapid.T) {
	id, b := m.box(t)
	if rapid.Bool().Draw(t, "of another transition") {
		m.putTransition(t, id)
	}
	now := b.clock.now(m.real)
	name := rapid.SampledFrom([]string{"Buyers", "Old Friends", "Seeded", ""}).Draw(t, "name")
	a := m.ask(id, "POST", "/sources/21/filter_segments", fmt.Sprintf(`{"name":%q,"molecules":[],"dataset_id":31}`, name))
	if name == "" || b.named(name) && b.chose("segment-name-taken", spec.CreateSegment, "refuse") {
		m.rejected(t, a, 400)
		return
	}
	last := b.segments[len(b.segments)-1]
	at := later(now, last.at)
	s := modelSegment{id: last.id + 1, name: name, molecules: json.RawMessage("[]"), at: at, updatedAt: at,
		readyAt: now.Add(b.transition.after), reads: b.transition.reads, held: b.transition.held}
	b.segments = append(b.segments, s)
	m.want(t, a, 201, shows{"status": "created", "data": map[string]int64{"id": s.id},
		"filter_segment_source_url": fmt.Sprintf("%s%s/api/v1/sources/21/filter_segments/%d/source_status", testkit.BaseURL, modelPath(id), s.id)})
}

// segment draws one of a sandbox's segments, usually one of the last two.
func (b *modelBox) segment(t *rapid.T) *modelSegment {
	back := min(rapid.SampledFrom([]int{1, 1, 1, 2, 2, 100}).Draw(t, "segment"), len(b.segments))
	return &b.segments[len(b.segments)-back]
}

// showSegment shows a segment; what is created asynchronously only if it is complete.
func (w modelWorld) showSegment(s modelSegment, now time.Time, operation string) map[string]any {
	data := map[string]any{"type": "segment", "id": s.id, "name": s.name, "source_id": modelSourceID, "dataset_id": modelDatasetID,
		"model_id": nil, "query": nil, "record_count": nil, "created_at": w.stamp(s.at, operation), "updated_at": w.stamp(s.updatedAt, operation),
		"resource_identifier": "segment:" + strings.ReplaceAll(strings.ToLower(s.name), " ", "-"), "molecules": s.molecules,
		"filter_segment_source_object_id": nil, "cohorts": []any{}}
	if s.complete(now) {
		ordinal := s.id - w.segments[0].id + 1
		data["model_id"], data["record_count"], data["filter_segment_source_object_id"] = ordinal, 0, ordinal
	}
	return data
}

// ReadSegmentSource reads whether a segment is complete, which may count.
func (m *machine) ReadSegmentSource(t *rapid.T) {
	id, b := m.box(t)
	s := b.segment(t)
	for range rapid.IntRange(1, 5).Draw(t, "reads") {
		m.readSource(t, id, s)
	}
}

func (m *machine) readSource(t *rapid.T, id string, s *modelSegment) {
	b := m.boxes[id]
	now := b.clock.now(m.real)
	a := m.ask(id, "GET", fmt.Sprintf("/sources/21/filter_segments/%d/source_status", s.id), "")
	if s.complete(now) {
		parts := shows(b.showSegment(*s, now, spec.ReadSegmentSource))
		parts["status"] = true
		m.want(t, a, 200, parts)
		return
	}
	s.reads = max(0, s.reads-1)
	if code := b.code("source-code", spec.ReadSegmentSource); code == 404 {
		m.rejected(t, a, 404)
	} else {
		m.want(t, a, code, shows{"@this": map[string]bool{"status": false}})
	}
}

// CreateLink creates a link, or gets one that is valid.
func (m *machine) CreateLink(t *rapid.T) {
	id, b := m.box(t)
	segment := b.segment(t).id
	m.createLink(t, id, segment, rapid.SampledFrom([]string{"https://a.example.com/", "https://b.example.com/"}).Draw(t, "redirect_uri"))
}

func (m *machine) createLink(t *rapid.T, id string, segment int64, redirect string) {
	b := m.boxes[id]
	a := m.ask(id, "POST", fmt.Sprintf("/sources/21/filter_segments/%d/segment_management_links", segment), fmt.Sprintf(`{"redirect_uri":%q}`, redirect))
	_, auth, _ := strings.Cut(a.Get("data.uri").Str, "?auth=")
	l, found := b.same(m.real, segment, redirect)
	if !found {
		l = b.newLink(t, m.real, segment, redirect)
		l.auth = auth
		if slices.Contains(m.auths, auth) {
			t.Fatal("its authorization value was given out before")
		}
		b.links, m.auths = append(b.links, l), append(m.auths, auth)
	}
	m.want(t, a, 201, shows{"status": "created", "data.id": l.id, "data.type": "FilterSegment", "data.expiration": b.stamp(l.expiresAt, spec.CreateLink),
		"data.expired": false, "data.revoked": false, "data.redirect_uri": redirect, "data.segment_id": segment, "data.uri": m.uri(id, l.auth)})
}

// same returns the newest link that is returned again.
func (w modelWorld) same(real time.Time, segment int64, redirect string) (l modelLink, found bool) {
	for _, before := range w.links {
		if w.chose("link-again", spec.CreateLink, "same") && before.segment == segment && before.redirect == redirect &&
			!before.revoked && w.clock.now(real).Before(before.expiresAt) {
			l, found = before, true
		}
	}
	return l, found
}

// newLink returns the next link, without its authorization value.
func (w modelWorld) newLink(t *rapid.T, real time.Time, segment int64, redirect string) modelLink {
	lifetime, err := time.ParseDuration(w.variant("link-lifetime", spec.CreateLink))
	if err != nil {
		t.Fatal(err)
	}
	return modelLink{id: int64(len(w.links) + 1), segment: segment, redirect: redirect,
		expiresAt: w.clock.now(real).Add(lifetime).Truncate(time.Second)}
}

// FollowLink opens a link that was given out earlier, in any sandbox.
func (m *machine) FollowLink(t *rapid.T) {
	id, _ := m.box(t)
	m.follows(t, id, rapid.SampledFrom(append([]string{"unknown"}, m.auths...)).Draw(t, "auth"))
}

// follows compares what an authorization value opens in a sandbox.
func (m *machine) follows(t *rapid.T, id, auth string) {
	t.Helper()
	code, s := m.opens(m.boxes[id], auth)
	a := m.load(id, auth)
	if a.Code != code || code == 200 && !strings.Contains(a.Body, s.name) {
		t.Fatalf("the model responds %d, and segment %v: %s", code, s, a)
	}
}
