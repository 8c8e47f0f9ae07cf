package model

import (
	"encoding/json"
	"fmt"
	"maps"
	"slices"
	"strconv"
	"time"

	"understudy/spec"
	"understudy/spec/gap"
)

// The ids of the rows of which every world of the model has one.
const (
	modelDestinationID = 11
	modelSourceID      = 21
	modelTopicsID      = 22
	modelDatasetID     = 31
)

// modelStart is when random sequences begin, in real time.
var modelStart = time.Date(2025, 3, 1, 12, 0, 0, 250e6, time.UTC)

// modelWorld is the state of a sandbox: lists in the order of creation, and
// values. A copy shares nothing with it.
type modelWorld struct {
	workspace, other, personal string // tokens
	clock                      modelClock
	// variants are keyed GAP@OPERATION.
	variants    map[string]string
	transition  modelTransition
	invitations []modelInvitation
	objects     []string
	topics      []modelTopic
	connectors  map[string]modelConnector
	destination modelDestination
	segments    []modelSegment
	links       []modelLink
}

// modelClock is ahead of real time, or frozen at an instant.
type modelClock struct {
	ahead  time.Duration
	frozen bool
	at     time.Time
}

type modelTransition struct {
	after time.Duration
	reads int64
	held  bool
}

type modelInvitation struct {
	id    int64
	email string
	at    time.Time
	// claimedAt is zero until it is claimed, by the user with its id.
	claimedAt time.Time
}

type modelTopic struct {
	id   int64
	name string
}

type modelField struct {
	id               string
	secret, required bool
}

type modelConnector struct {
	label     string
	fields    []modelField
	published bool
	// foreign says that another workspace made it, or the service itself.
	foreign bool
}

type modelCredential struct {
	text   string
	secret bool
}

type modelDestination struct {
	name, service string
	credentials   map[string]modelCredential
	testedAt      time.Time
	succeeded     bool
}

type modelSegment struct {
	id            int64
	name          string
	molecules     json.RawMessage
	at, updatedAt time.Time
	readyAt       time.Time
	reads         int64
	held          bool
}

type modelLink struct {
	id, segment    int64
	redirect, auth string
	expiresAt      time.Time
	revoked        bool
}

func (w modelWorld) copy() modelWorld {
	w.variants = maps.Clone(w.variants)
	w.invitations, w.topics = slices.Clone(w.invitations), slices.Clone(w.topics)
	w.objects, w.segments, w.links = slices.Clone(w.objects), slices.Clone(w.segments), slices.Clone(w.links)
	w.connectors = maps.Clone(w.connectors)
	w.destination.credentials = maps.Clone(w.destination.credentials)
	return w
}

func (c modelClock) now(real time.Time) time.Time {
	if c.frozen {
		return c.at
	}
	return real.Add(c.ahead)
}

func (s modelSegment) complete(now time.Time) bool {
	return !s.held && s.reads == 0 && !now.Before(s.readyAt)
}

// modelDelay is the transition with which every world of the model is opened.
const modelDelay = 90 * time.Second

// newModelWorld returns a separate world with a unique name, as it is opened
// with some variants.
func newModelWorld(name string, opening map[string]string, invitations, objects, topics int) modelWorld {
	seeded := modelStart.Add(10 * time.Minute).Truncate(time.Second)
	w := modelWorld{
		workspace: name + "-workspace", other: name + "-other", personal: name + "-personal",
		variants: map[string]string{}, transition: modelTransition{after: modelDelay},
		connectors: map[string]modelConnector{
			"crm":     {label: "CRM", foreign: true, fields: []modelField{{id: "account"}, {id: "region"}, {id: "key", secret: true, required: true}}},
			"partner": {label: "Partner", foreign: true},
			"own":     {label: "Own", fields: []modelField{{id: "account", required: true}}},
		},
		destination: modelDestination{name: name, service: "crm", credentials: map[string]modelCredential{"account": {text: name}}},
		// It is newer than what is created first, which must not come before it.
		segments: []modelSegment{{id: 41, name: "Seeded", molecules: json.RawMessage("[]"), at: seeded, updatedAt: seeded}},
	}
	w.chooseAll(opening)
	for i := range invitations {
		at := time.Date(2024, 1, 1, i/2, 0, 0, 0, time.UTC) // two at a time
		w.invitations = append(w.invitations, modelInvitation{id: int64(100 + 3*i), email: fmt.Sprintf("%s-%d@example.com", name, i), at: at})
	}
	for i := range objects {
		w.objects = append(w.objects, fmt.Sprintf("%s_%d", name, i))
	}
	for i := range topics {
		w.topics = append(w.topics, modelTopic{int64(200 + i), strconv.Itoa(i*7%10) + name})
	}
	return w
}

// fixture returns the world as a fixture, in its initial state.
func (w modelWorld) fixture() string {
	stamp := func(t time.Time) string { return t.Format(time.RFC3339Nano) }
	type row map[string]any
	var invitations, objects, topics []row
	for _, i := range w.invitations {
		invitations = append(invitations, row{"id": i.id, "email": i.email, "created_at": stamp(i.at), "created_by_id": 1, "role": "member"})
	}
	for _, name := range w.objects {
		objects = append(objects, row{"label": name, "full_name": name})
	}
	for i, o := range w.topics {
		topics = append(topics, row{"id": o.id, "name": o.name, "created_at": stamp(modelStart.Add(time.Duration(i) * time.Hour))})
	}
	text, err := json.Marshal(row{
		"organization": row{"id": 1, "name": "O"},
		"workspaces":   []row{{"id": 1, "name": "W", "token": w.workspace}, {"id": 2, "name": "X", "token": w.other}},
		"users":        []row{{"id": 1, "email": "u@example.com", "token": w.personal}},
		"connectors": []row{
			{"service_name": "crm", "label": "CRM", "configuration_fields": []row{{"id": "account", "label": "A"}, {"id": "region", "label": "R"}, {"id": "key", "label": "K", "secret": true, "required": true}}},
			{"service_name": "partner", "workspace_id": 2, "label": "Partner"},
			{"service_name": "own", "workspace_id": 1, "label": "Own", "configuration_fields": []row{{"id": "account", "label": "A", "required": true}}},
		},
		"destinations": []row{{"id": modelDestinationID, "workspace_id": 1, "name": w.destination.name, "type": "crm", "created_at": "2024-01-01T00:00:00Z",
			"credentials": row{"account": w.destination.credentials["account"].text}, "objects": objects}},
		"sources": []row{
			{"id": modelSourceID, "workspace_id": 1, "name": "S", "datasets": []row{{"id": modelDatasetID}}},
			{"id": modelTopicsID, "workspace_id": 1, "name": "T", "type": "http_request", "topics": topics},
		},
		"segments":    []row{{"id": 41, "source_id": modelSourceID, "dataset_id": modelDatasetID, "name": "Seeded", "created_at": stamp(w.segments[0].at), "molecules": []row{}}},
		"invitations": invitations,
	})
	if err != nil {
		panic(err)
	}
	return string(text)
}

// choose chooses a variant of a gap for one operation, or for all of them.
func (w modelWorld) choose(id, operation, variant string) {
	g, _ := gap.ByID(id)
	for _, o := range g.Operations {
		if operation == "" || operation == o {
			w.variants[id+"@"+o] = variant
		}
	}
}

// variant returns the variant of a gap on an operation. Where the list of
// topics has no gap of its own, it uses that of objects.
func (w modelWorld) variant(id, operation string) string {
	g, _ := gap.ByID(id)
	if operation == spec.ListTopics && !g.On(operation) {
		operation = spec.ListDestinationObjects
	}
	if chosen, ok := w.variants[id+"@"+operation]; ok {
		return chosen
	}
	return g.Default
}

func (w modelWorld) chose(id, operation, variant string) bool {
	return w.variant(id, operation) == variant
}

// code returns the HTTP code in the name of a gap's variant.
func (w modelWorld) code(id, operation string) int {
	code, err := strconv.Atoi(w.variant(id, operation))
	if err != nil {
		panic(err)
	}
	return code
}

// stamp returns an instant as an operation shows it.
func (w modelWorld) stamp(t time.Time, operation string) string {
	switch w.variant("timestamp-form", operation) {
	case "seconds":
		return t.UTC().Format("2006-01-02T15:04:05Z")
	case "offset":
		return t.UTC().Add(2*time.Hour).Format("2006-01-02T15:04:05") + "+02:00"
	}
	return t.UTC().Format("2006-01-02T15:04:05.000Z")
}
