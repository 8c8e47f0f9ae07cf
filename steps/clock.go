package steps

import (
	"bytes"
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"slices"
	"strings"
	"time"
)

// turnsClock tells whether the scenario turns the deployment's clock.
func (w *coreScenario) turnsClock() bool { return slices.Contains(w.text.Needs, "clock") }

// pass lets time pass: the deployment's own where the scenario turns its clock,
// else ours.
func (w *coreScenario) pass(d time.Duration) error {
	if w.turnsClock() {
		return w.advance(d)
	}
	return w.pause(d)
}

func (w *coreScenario) pause(d time.Duration) error {
	t := time.NewTimer(d)
	defer t.Stop()
	select {
	case <-w.ctx.Done():
		return w.ctx.Err()
	case <-t.C:
		return nil
	}
}

// holdClock keeps scenarios that move the clock apart from all others.
func (w *coreScenario) holdClock() {
	if w.turnsClock() {
		w.run.clock.Lock()
		w.atEnd(w.run.clock.Unlock)
		return
	}
	w.run.clock.RLock()
	w.atEnd(w.run.clock.RUnlock)
}

// control speaks to the control API of our own fake.
func (w *coreScenario) control(path string, body any) error {
	b, err := json.Marshal(body)
	if err != nil {
		return err
	}
	u := strings.TrimSuffix(w.run.target.ControlURL, "/") + path
	req, err := http.NewRequestWithContext(w.ctx, http.MethodPost, u, bytes.NewReader(b))
	if err != nil {
		return err
	}
	req.Header.Set("Content-Type", "application/json")
	resp, err := http.DefaultClient.Do(req)
	if err != nil {
		return fmt.Errorf("control_url: %w", err)
	}
	defer resp.Body.Close()
	text, _ := io.ReadAll(io.LimitReader(resp.Body, 1000))
	if resp.StatusCode != http.StatusOK {
		return fmt.Errorf("control_url: POST %s answers HTTP %d: %s", path, resp.StatusCode, text)
	}
	return nil
}

// advance moves the clock on.
func (w *coreScenario) advance(d time.Duration) error {
	return w.control("/clock/advance", map[string]any{"seconds": d.Seconds()})
}

// freezeClock stops the clock until the scenario ends.
func (w *coreScenario) freezeClock() error {
	if err := w.control("/clock/freeze", struct{}{}); err != nil {
		return err
	}
	w.atEnd(func() { _ = w.control("/clock/resume", struct{}{}) })
	return nil
}

// advanceTo moves the clock to an instant; one that has come is no move.
func (w *coreScenario) advanceTo(at time.Time) error {
	return w.control("/clock/advance", map[string]any{"to": at.UTC().Format(time.RFC3339Nano)})
}
