package lsp

import (
	"context"
	"fmt"
	"time"

	"github.com/sourcegraph/jsonrpc2"
)

// task is the work of a command, whose progress the editor shows and which it may cancel.
type task struct {
	*server
	ctx context.Context
	// token names the task to the editor; it is empty where that shows no progress.
	token string
}

// begin runs the work of a command as a task.
func (s *server) begin(title string, work func(task) error) error {
	ctx, cancel := context.WithCancel(s.ctx)
	defer cancel()
	s.mu.Lock()
	s.tasks++
	t, shows := task{server: s, ctx: ctx}, s.client.Window.WorkDoneProgress
	token := fmt.Sprintf("understudy-%d", s.tasks)
	s.mu.Unlock()
	s.cancels.Store(token, cancel)
	defer s.cancels.Delete(token)
	if shows && s.createProgress(ctx, token) == nil {
		t.token = token
		t.shows(map[string]any{"kind": "begin", "title": title, "cancellable": true})
		defer t.shows(map[string]any{"kind": "end"})
	}
	return work(t)
}

// createProgress asks the editor to show a progress. One that does not reply shows none.
func (s *server) createProgress(ctx context.Context, token string) error {
	ctx, cancel := context.WithTimeout(ctx, 2*time.Second)
	defer cancel()
	return s.conn.Call(ctx, "window/workDoneProgress/create", map[string]any{"token": token}, nil)
}

// done shows how much of the work is done.
func (t task) done(n, of int) {
	t.shows(map[string]any{"kind": "report", "message": fmt.Sprintf("%d of %d", n, of), "percentage": 100 * n / max(1, of)})
}

func (t task) shows(value map[string]any) {
	if t.token != "" {
		t.notify("$/progress", map[string]any{"token": t.token, "value": value})
	}
}

// cancel cancels the task of a request.
func (s *server) cancel(r *jsonrpc2.Request) error {
	var p struct {
		Token string `json:"token"`
	}
	if err := read(r, &p); err != nil {
		return err
	}
	if cancel, ok := s.cancels.Load(p.Token); ok {
		cancel.(context.CancelFunc)()
	}
	return nil
}
