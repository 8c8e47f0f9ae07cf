package scenario

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

// AdvancesClock reports whether the scenario advances the deployment's clock.
func (w *Scenario) AdvancesClock() bool { return slices.Contains(w.Text.Needs, "clock") }

// Pass lets time pass: the deployment's own where the scenario advances its clock,
// else ours.
func (w *Scenario) Pass(d time.Duration) error {
	if w.AdvancesClock() {
		return w.Advance(d)
	}
	return w.Pause(d)
}

// Pause waits on our clock, unless the run is interrupted.
func (w *Scenario) Pause(d time.Duration) error {
	t := time.NewTimer(d)
	defer t.Stop()
	select {
	case <-w.Ctx.Done():
		return w.Ctx.Err()
	case <-t.C:
		return nil
	}
}

// holdClock keeps scenarios that move the clock apart from all others.
func (w *Scenario) holdClock() {
	if w.AdvancesClock() {
		w.Run.clock.Lock()
		w.AtEnd(w.Run.clock.Unlock)
		return
	}
	w.Run.clock.RLock()
	w.AtEnd(w.Run.clock.RUnlock)
}

// control speaks to the control API of our own fake.
func (w *Scenario) control(path string, body any) error {
	b, err := json.Marshal(body)
	if err != nil {
		return err
	}
	u := strings.TrimSuffix(w.Run.Target.ControlURL, "/") + path
	req, err := http.NewRequestWithContext(w.Ctx, http.MethodPost, u, bytes.NewReader(b))
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

// Advance moves the clock on.
func (w *Scenario) Advance(d time.Duration) error {
	return w.control("/clock/advance", map[string]any{"seconds": d.Seconds()})
}

// FreezeClock stops the clock until the scenario ends.
func (w *Scenario) FreezeClock() error {
	if err := w.control("/clock/freeze", struct{}{}); err != nil {
		return err
	}
	w.AtEnd(func() { _ = w.control("/clock/resume", struct{}{}) })
	return nil
}

// AdvanceTo moves the clock to an instant; one that has come is no move.
func (w *Scenario) AdvanceTo(at time.Time) error {
	return w.control("/clock/advance", map[string]any{"to": at.UTC().Format(time.RFC3339Nano)})
}
