package main

import (
	"context"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"time"
)

// serveLarge generates a world of many invitations, and serves it.
func (b *bench) serveLarge(ctx context.Context) (world string, _ *process, _ error) {
	world = filepath.Join(b.dir, "world.json")
	file, err := os.Create(world)
	if err != nil {
		return "", nil, err
	}
	defer file.Close()
	generate := exec.CommandContext(ctx, b.program, "fixtures", "generate", "--invitations", fmt.Sprint(b.records), "--seed", "7")
	generate.Stdout, generate.Stderr = file, os.Stderr
	if err := generate.Run(); err != nil {
		return "", nil, fmt.Errorf("fixtures generate: %w", err)
	}
	p, err := b.serve(ctx, "--fixtures", world)
	return world, p, err
}

// printSize prints how long a large world took to load, and its memory.
func (b *bench) printSize(world string, p *process) {
	took := time.Since(p.began)
	info, err := os.Stat(world)
	if err != nil || b.benchstat {
		return
	}
	b.row(fmt.Sprintf("%d invitations: loaded in", b.records), "seconds", rounded(took))
	b.row("memory of a record", "3 times its JSON and 1 kB", fmt.Sprintf("%d bytes, of which the JSON is %d", p.resident()*1024/b.records, int(info.Size())/b.records))
	fmt.Fprintf(b.out, "\n%d invitations: loaded in %s; resident %s MB, %d bytes a record, whose JSON has %d\n",
		b.records, rounded(took), mb(p.resident()), p.resident()*1024/b.records, int(info.Size())/b.records)
}

// start compares the first responses after the start of either program.
func (b *bench) start(ctx context.Context) error {
	ours, err := b.serve(ctx)
	if err != nil {
		return err
	}
	page, created, err := ours.samples()
	ours.stop()
	if err != nil {
		return err
	}
	var took [2][]time.Duration
	var resident [2][]int
	for range b.starts {
		for i, serve := range []func() (*process, error){
			func() (*process, error) { return b.serve(ctx) },
			func() (*process, error) { return b.serveBare(ctx, page, created) },
		} {
			t, kB, err := firstResponse(serve, len(page)/2)
			if err != nil {
				return err
			}
			took[i], resident[i] = append(took[i], t), append(resident[i], kB)
		}
	}
	b.printStarts([2]string{"understudy", "bare net/http"}, took, resident)
	return nil
}

// firstResponse returns the time from exec to the end of the first response, and the
// memory in use then, in kB.
func firstResponse(serve func() (*process, error), atLeast int) (took time.Duration, kB int, _ error) {
	p, err := serve()
	if err != nil {
		return 0, 0, err
	}
	defer p.stop()
	e := exchange{request("GET", p.address, invitations, p.personal, ""), 200, nil, atLeast}
	c, err := dial(p.address, []exchange{e})
	if err != nil {
		return 0, 0, err
	}
	defer c.conn.Close()
	if err := c.send(e); err != nil {
		return 0, 0, err
	}
	return time.Since(p.began), p.resident(), nil
}

// runSoak reads lists for a long time, and prints the memory after every minute.
func (b *bench) runSoak(ctx context.Context) error {
	p, err := b.serve(ctx)
	if err != nil {
		return err
	}
	defer p.stop()
	page, err := p.ask("GET", invitations, p.personal, "")
	if err != nil {
		return err
	}
	scripts := slices.Repeat([][]exchange{{{request("GET", p.address, invitations, p.personal, ""), 200, page, 0}}}, b.connections)
	fmt.Fprintf(b.out, "a list of 25 over %d connections: resident %s MB after the start\n", b.connections, mb(p.resident()))
	early := 0
	for passed := time.Duration(0); passed < b.soak; {
		minute := min(time.Minute, b.soak-passed)
		l, err := drive(p, scripts, minute)
		if err != nil {
			return err
		}
		passed += minute
		if early == 0 {
			early = l.resident
		}
		fmt.Fprintf(b.out, "after %s: resident %s MB, %+.1f MB since the first turn, %.0f requests/s\n",
			passed, mb(l.resident), float64(l.resident-early)/1024, l.figures().perSecond)
	}
	return nil
}
