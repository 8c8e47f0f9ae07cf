package main

import (
	"bufio"
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"net/http"
	"os/exec"
	"path/filepath"
	"strings"
	"syscall"
	"time"
)

// process is a server under load, with the addresses that it printed at the start.
type process struct {
	command             *exec.Cmd
	began               time.Time
	address             string
	workspace, personal string
	// log is its stderr, to be read once it has ended.
	log bytes.Buffer
}

// start runs a program and waits until it has printed where it listens.
func start(ctx context.Context, program string, args ...string) (*process, error) {
	p := &process{command: exec.CommandContext(ctx, program, args...)}
	p.command.Stderr = &p.log
	out, err := p.command.StdoutPipe()
	if err != nil {
		return nil, err
	}
	p.began = time.Now()
	if err := p.command.Start(); err != nil {
		return nil, err
	}
	if err := p.readBanner(out); err != nil {
		p.stop()
		return nil, fmt.Errorf("%s: %w\n%s", filepath.Base(program), err, p.log.Bytes())
	}
	go io.Copy(io.Discard, out)
	return p, nil
}

// readBanner looks for the lines of understudy's banner; the bare server prints only
// the first of them.
func (p *process) readBanner(out io.Reader) error {
	lines := bufio.NewScanner(out)
	for lines.Scan() {
		name, value, _ := strings.Cut(strings.TrimSpace(lines.Text()), "  ")
		value = strings.TrimSpace(value)
		switch name {
		case "base URL":
			p.address = strings.TrimPrefix(value, "http://")
			if p.bare() {
				return nil
			}
		case "workspace token":
			p.workspace = value
		case "personal token":
			p.personal = value
			return nil
		}
	}
	return errors.New("it ended before it said where it listens")
}

func (p *process) bare() bool { return filepath.Base(p.command.Path) == "bare" }

// stop ends the process and waits until it has exited.
func (p *process) stop() {
	_ = p.command.Process.Signal(syscall.SIGTERM)
	_ = p.command.Wait()
}

// ask sends one request with the default client.
func (p *process) ask(method, path, token, body string) ([]byte, error) {
	r, err := http.NewRequest(method, "http://"+p.address+path, strings.NewReader(body))
	if err != nil {
		return nil, err
	}
	r.Header.Set("Authorization", "Bearer "+token)
	r.Header.Set("Content-Type", "application/json")
	response, err := http.DefaultClient.Do(r)
	if err != nil {
		return nil, err
	}
	defer response.Body.Close()
	text, err := io.ReadAll(response.Body)
	if err == nil && response.StatusCode >= 300 {
		err = fmt.Errorf("%s %s: HTTP %d: %.200s", method, path, response.StatusCode, text)
	}
	return text, err
}
