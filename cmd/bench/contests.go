package main

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"slices"
)

// contests lists what can be measured, in running order.
var contests = []struct {
	name string
	run  func(*bench, context.Context) error
}{
	{"list", (*bench).list},
	{"segment", (*bench).segment},
	{"sandboxes", (*bench).manySandboxes},
	{"pages", (*bench).pages},
	{"start", (*bench).start},
}

func names() (all []string) {
	for _, c := range contests {
		all = append(all, c.name)
	}
	return all
}

// pageSize is the default number of records on a page.
const pageSize = 25

const (
	invitations = "/api/v1/invitations"
	segments    = "/api/v1/sources/4120/filter_segments"
	// newSegment is a segment on a dataset of the default world.
	newSegment = `{"name":"Reachable customers","dataset_id":8801,"molecules":[` +
		`{"attribute":"email","attribute_type":"property","operator":"isnotnull","value":""},` +
		`{"attribute":"country","attribute_type":"property","operator":"equals","value":"NZ"},"AND"]}`
)

// side is one of the two sides of a comparison.
type side struct {
	name    string
	process *process
	// scripts holds what to send, one script per connection.
	scripts [][]exchange
}

// list compares how both sides send a list of 25 records.
func (b *bench) list(ctx context.Context) error {
	return b.againstBare(ctx, "GET a list of 25", "List25", func(p *process, page, _ []byte) exchange {
		return exchange{request("GET", p.address, invitations, p.personal, ""), 200, page, 0}
	})
}

// segment compares how both sides decode a segment; ours also checks and stores it.
func (b *bench) segment(ctx context.Context) error {
	return b.againstBare(ctx, "POST a segment", "CreateSegment", func(p *process, _, created []byte) exchange {
		return exchange{request("POST", p.address, segments, p.workspace, newSegment), 201, nil, len(created)}
	})
}

// againstBare compares understudy with the bare server, which sends the responses of
// understudy.
func (b *bench) againstBare(ctx context.Context, title, name string, of func(p *process, page, created []byte) exchange) error {
	ours, err := b.serve(ctx)
	if err != nil {
		return err
	}
	defer ours.stop()
	page, created, err := ours.samples()
	if err != nil {
		return err
	}
	bare, err := b.serveBare(ctx, page, created)
	if err != nil {
		return err
	}
	defer bare.stop()
	return b.contest(title, name, [2]side{
		{"understudy", ours, slices.Repeat([][]exchange{{of(ours, page, created)}}, b.connections)},
		{"bare net/http", bare, slices.Repeat([][]exchange{{of(bare, page, created)}}, b.connections)},
	})
}

// serve starts understudy with its defaults, except the port.
func (b *bench) serve(ctx context.Context, flags ...string) (*process, error) {
	return start(ctx, b.program, append([]string{"serve", "--addr", "127.0.0.1:0"}, flags...)...)
}

func (b *bench) serveBare(ctx context.Context, page, created []byte) (*process, error) {
	get, post := filepath.Join(b.dir, "page.json"), filepath.Join(b.dir, "created.json")
	for file, text := range map[string][]byte{get: page, post: created} {
		if err := os.WriteFile(file, text, 0o600); err != nil {
			return nil, err
		}
	}
	return start(ctx, b.bare, "-get", get, "-post", post)
}

// samples are responses of understudy.
func (p *process) samples() (page, created []byte, err error) {
	if page, err = p.ask("GET", invitations, p.personal, ""); err != nil {
		return nil, nil, err
	}
	created, err = p.ask("POST", segments, p.workspace, newSegment)
	return page, created, err
}

// manySandboxes has as many connections read and write in turn, each in a
// sandbox of its own on one side, and all in one sandbox on the other.
func (b *bench) manySandboxes(ctx context.Context) error {
	many, err := b.inSandboxes(ctx, b.sandboxes)
	if err != nil {
		return err
	}
	defer many.process.stop()
	one, err := b.inSandboxes(ctx, 1)
	if err != nil {
		return err
	}
	defer one.process.stop()
	return b.contest(fmt.Sprintf("GET a list and POST a segment in turn, in %s and in %s", many.name, one.name), "Sandboxes", [2]side{many, one})
}

func (b *bench) inSandboxes(ctx context.Context, n int) (side, error) {
	p, err := b.serve(ctx)
	if err != nil {
		return side{}, err
	}
	s := side{name: fmt.Sprintf("%d sandboxes", n), process: p}
	if n == 1 {
		s.name = "one sandbox"
	}
	var each []exchange
	for i := range b.sandboxes {
		if i < n {
			if each, err = p.newSandbox(); err != nil {
				p.stop()
				return side{}, err
			}
		}
		s.scripts = append(s.scripts, each)
	}
	return s, nil
}

// newSandbox opens a sandbox, and returns what to send there.
func (p *process) newSandbox() ([]exchange, error) {
	text, err := p.ask("POST", "/_understudy/sandboxes", "", "{}")
	if err != nil {
		return nil, err
	}
	var sandbox struct {
		ID string `json:"id"`
	}
	if err := json.Unmarshal(text, &sandbox); err != nil {
		return nil, err
	}
	prefix := "/s/" + sandbox.ID
	page, err := p.ask("GET", prefix+invitations, p.personal, "")
	if err != nil {
		return nil, err
	}
	return []exchange{
		{request("GET", p.address, prefix+invitations, p.personal, ""), 200, page, 0},
		{request("POST", p.address, prefix+segments, p.workspace, newSegment), 201, nil, len(`{"status":"created"}`)},
	}, nil
}

// pages compares the last page of a long list with the first, in either order.
func (b *bench) pages(ctx context.Context) error {
	world, p, err := b.serveLarge(ctx)
	if err != nil {
		return err
	}
	defer p.stop()
	b.printSize(world, p)
	for _, order := range []string{"asc", "desc"} {
		last, err := b.page(p, "last page", b.records/pageSize, order)
		if err != nil {
			return err
		}
		first, err := b.page(p, "page 1", 1, order)
		if err != nil {
			return err
		}
		if err := b.contest(fmt.Sprintf("a page of %d invitations, %s", b.records, order), "Page/order="+order, [2]side{last, first}); err != nil {
			return err
		}
	}
	return nil
}

func (b *bench) page(p *process, name string, n int, order string) (side, error) {
	path := fmt.Sprintf("%s?page=%d&order=%s", invitations, n, order)
	body, err := p.ask("GET", path, p.personal, "")
	if err != nil {
		return side{}, err
	}
	if records := bytes.Count(body, []byte(`"email":`)); records != pageSize {
		return side{}, fmt.Errorf("the %s, %s, has %d records, want %d", name, order, records, pageSize)
	}
	e := exchange{request("GET", p.address, path, p.personal, ""), 200, body, 0}
	return side{name, p, slices.Repeat([][]exchange{{e}}, b.connections)}, nil
}

// contest has the two sides take turns, after a short turn of each to warm up.
func (b *bench) contest(title, name string, sides [2]side) error {
	var before [2]int
	for i, s := range sides {
		before[i] = s.process.resident()
		if _, err := drive(s.process, s.scripts, b.each/4); err != nil {
			return fmt.Errorf("%s: %w", s.name, err)
		}
	}
	var rounds [][2]figures
	for range b.rounds {
		var round [2]figures
		for i, s := range sides {
			l, err := drive(s.process, s.scripts, b.each)
			if err != nil {
				return fmt.Errorf("%s: %w", s.name, err)
			}
			round[i] = l.figures()
		}
		rounds = append(rounds, round)
	}
	b.print(title, name, sides, before, rounds)
	return nil
}
