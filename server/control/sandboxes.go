package control

import (
	"bytes"
	"errors"
	"fmt"
	"net/http"
	"time"

	"github.com/go-json-experiment/json/jsontext"

	"understudy/fixtures"
	"understudy/server/sandbox"
	"understudy/spec/gap"
)

var sandboxRoutes = []route{
	{http.MethodPost, "sandboxes", createSandbox, hasBody | adds},
	{http.MethodGet, "sandboxes", listSandboxes, plain},
	{http.MethodGet, "sandboxes/{id}", onNamed(getSandbox), plain},
	{http.MethodPut, "sandboxes/{id}", createNamedSandbox, hasBody | adds},
	{http.MethodDelete, "sandboxes/{id}", onNamed(deleteSandbox), frees},
	{http.MethodPost, "sandboxes/{id}/reset", onNamed(resetSandbox), frees},
}

// draft describes a new sandbox. At most one of these is its origin: the state of a
// parent, a snapshot, a preset, or a world in the body; by default the state of the
// default sandbox.
type draft struct {
	ID       string            `json:"id"`
	Fork     string            `json:"fork"`
	Snapshot string            `json:"snapshot"`
	Preset   string            `json:"preset"`
	Fixture  jsontext.Value    `json:"fixture"`
	TTL      string            `json:"ttl"`
	Gaps     map[string]string `json:"gaps"`
}

// description is what the control API shows of a sandbox. It shows the tokens only
// once, when the sandbox is created.
type description struct {
	ID        string     `json:"id"`
	BaseURL   string     `json:"base_url"`
	Tokens    *tokens    `json:"tokens,omitempty"`
	CreatedAt time.Time  `json:"created_at"`
	ExpiresAt *time.Time `json:"expires_at"`
}

type tokens struct {
	Workspace string `json:"workspace"`
	Personal  string `json:"personal"`
}

func (c *call) describe(sb *sandbox.Sandbox) description {
	d := description{ID: sb.ID(), BaseURL: c.baseOf(sb), CreatedAt: sb.CreatedAt()}
	if at := sb.ExpiresAt(); !at.IsZero() {
		d.ExpiresAt = &at
	}
	return d
}

// baseOf is the base URL of a sandbox: that of the fake for the default one.
func (c *call) baseOf(sb *sandbox.Sandbox) string {
	if sb.ID() == sandbox.Default {
		return c.base
	}
	return c.base + "/s/" + sb.ID()
}

func createSandbox(c *call) (reply, error) {
	in, err := readDraft(c.body)
	if err != nil {
		return reply{}, err
	}
	return c.create(in)
}

// createNamedSandbox creates the sandbox that the path names, so that a load balancer
// can choose the fake of a new sandbox by the path, as it does for all other requests.
func createNamedSandbox(c *call) (reply, error) {
	in, err := readDraft(c.body)
	if err != nil {
		return reply{}, err
	}
	id := c.ids["id"]
	if in.ID != "" && in.ID != id {
		return reply{}, fmt.Errorf("id: %.80q is not the id in the path, %.80q: send PUT %ssandboxes/%.80s", in.ID, id, Prefix, in.ID)
	}
	in.ID = id
	return c.create(in)
}

// readDraft reads a draft; an empty body is one without members.
func readDraft(body []byte) (draft, error) {
	if len(bytes.TrimSpace(body)) == 0 {
		return draft{}, nil
	}
	return decode[draft](body)
}

// create creates a sandbox.
func (c *call) create(in draft) (reply, error) {
	d, err := c.plan(in)
	if err != nil {
		return reply{}, err
	}
	sb, err := c.hub.Create(d)
	if err != nil {
		return reply{}, memberOfDraft(err)
	}
	created := c.describe(sb)
	created.Tokens = new(tokens(sb.Tokens()))
	return reply{http.StatusCreated, created}, nil
}

// memberOfDraft puts the name of the member before the Hub's error about a draft.
func memberOfDraft(err error) error {
	switch {
	case errors.Is(err, sandbox.ErrID), errors.Is(err, sandbox.ErrTaken):
		return member("id", err)
	case errors.Is(err, sandbox.ErrUnknown):
		return member("fork", err)
	case errors.Is(err, sandbox.ErrNoSnapshot):
		return member("snapshot", err)
	}
	return err
}

// plan reads a draft, and the world in it, before anything is created.
func (c *call) plan(in draft) (d sandbox.Draft, err error) {
	d = sandbox.Draft{ID: in.ID, Parent: in.Fork, Named: in.Snapshot}
	if d.TTL, err = lifetime(in.TTL); err != nil {
		return d, err
	}
	if in.Fixture.Kind() == 'n' { // null
		in.Fixture = nil
	}
	given := 0
	for _, part := range []bool{in.Fork != "", in.Snapshot != "", in.Preset != "", in.Fixture != nil} {
		if part {
			given++
		}
	}
	switch {
	case given > 1:
		return d, errors.New("fork, snapshot, preset and fixture: give one of them, or none to fork the default sandbox")
	case given == 0:
		d.Parent = sandbox.Default
	case in.Preset != "":
		d.Snapshot, err = c.opened("preset", func() (*fixtures.World, error) { return fixtures.PresetWorld(in.Preset) })
	case in.Fixture != nil:
		d.Snapshot, err = c.opened("fixture", func() (*fixtures.World, error) { return fixtures.Parse("fixture.json", in.Fixture) })
	}
	if err != nil {
		return d, err
	}
	if len(in.Gaps) > 0 {
		d.Choose = func(before gap.Choice) (gap.Choice, error) {
			after, err := choose(before, in.Gaps)
			return after, member("gaps", err)
		}
	}
	return d, nil
}

func lifetime(text string) (time.Duration, error) {
	if text == "" {
		return 0, nil
	}
	d, err := time.ParseDuration(text)
	if err != nil || d <= 0 {
		return 0, fmt.Errorf("ttl: %.40q is not a duration: write one like 30s, 10m or 2h", text)
	}
	return d, nil
}

// opened is the state of a world that a member of a draft names or contains.
func (c *call) opened(member string, world func() (*fixtures.World, error)) (*sandbox.Snapshot, error) {
	w, err := world()
	if err != nil {
		return nil, fmt.Errorf("%s: %w", member, err)
	}
	state, err := c.control.Seed(w)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", member, err)
	}
	return &state, nil
}

func listSandboxes(c *call) (reply, error) {
	all := []description{}
	for _, sb := range c.hub.List() {
		all = append(all, c.describe(sb))
	}
	return reply{http.StatusOK, map[string][]description{"sandboxes": all}}, nil
}

// onNamed makes a handler of a function on the sandbox of the path.
func onNamed(do func(*call, *sandbox.Sandbox) (reply, error)) handler {
	return func(c *call) (reply, error) {
		sb, ok := c.hub.Find(c.ids["id"])
		if !ok {
			return reply{}, fmt.Errorf("sandbox %.80q: %w", c.ids["id"], sandbox.ErrUnknown)
		}
		return do(c, sb)
	}
}

func getSandbox(c *call, sb *sandbox.Sandbox) (reply, error) {
	return reply{http.StatusOK, c.describe(sb)}, nil
}

func deleteSandbox(c *call, sb *sandbox.Sandbox) (reply, error) {
	return reply{http.StatusNoContent, nil}, c.hub.Delete(sb.ID())
}

func resetSandbox(c *call, sb *sandbox.Sandbox) (reply, error) {
	sb.Reset()
	return getSandbox(c, sb)
}
