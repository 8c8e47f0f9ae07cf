package scenario

import (
	"encoding/json"
	"fmt"
	"net/http"
	"net/url"
	"slices"
	"strings"
	"time"

	"github.com/tidwall/gjson"

	"understudy/steps/client"
)

// AdvancesClock reports whether the scenario advances the deployment's clock.
func (s *Scenario) AdvancesClock() bool { return slices.Contains(s.Text.Needs, "clock") }

// Pass lets time pass: on the deployment's clock if the scenario advances it,
// else on ours.
func (s *Scenario) Pass(d time.Duration) error {
	if s.AdvancesClock() {
		return s.Advance(d)
	}
	return s.Pause(d)
}

// Pause waits on our clock, unless the run is interrupted.
func (s *Scenario) Pause(d time.Duration) error {
	t := time.NewTimer(d)
	defer t.Stop()
	select {
	case <-s.Ctx.Done():
		return s.Ctx.Err()
	case <-t.C:
		return nil
	}
}

// holdClock separates scenarios that move the clock from all others.
func (s *Scenario) holdClock() {
	if s.AdvancesClock() {
		s.run.clock.Lock()
		s.AtEnd(s.run.clock.Unlock)
		return
	}
	s.run.clock.RLock()
	s.AtEnd(s.run.clock.RUnlock)
}

// control calls the control API of our own fake.
func (s *Scenario) control(path string, body any) error {
	b, err := json.Marshal(body)
	if err != nil {
		return err
	}
	_, err = s.call(http.MethodPost, path, b)
	return err
}

// call sends a request to the control API, and returns the body of the response.
func (s *Scenario) call(method, path string, body []byte) ([]byte, error) {
	u, err := url.Parse(s.run.Target.ControlURL)
	if err != nil {
		return nil, fmt.Errorf("control_url: %w", err)
	}
	path, query, _ := strings.Cut(path, "?")
	u = u.JoinPath(path) // with the query, which may name a sandbox
	if query != "" {
		u.RawQuery = strings.TrimPrefix(u.RawQuery+"&"+query, "&")
	}
	e := s.run.Client.Once(s.Ctx, client.Request{Method: method, URL: u.String(), Body: body, ContentType: "application/json"})
	defer s.run.Client.Release(e)
	switch {
	case e.Err != nil:
		return nil, fmt.Errorf("control_url: %s %s: %s", method, path, e.Outcome())
	case !e.OK():
		return nil, fmt.Errorf("control_url: %s %s: %s: %s", method, path, e.Outcome(), e.Body[:min(len(e.Body), 1000)])
	}
	return e.Body, nil
}

// ReadControl reads from the control API of our own fake: a path below control_url, with a
// query if it has one.
func (s *Scenario) ReadControl(path string) ([]byte, error) { return s.call(http.MethodGet, path, nil) }

// SetFault sets a fault, a JSON object, until the scenario ends. From then on the responses
// of the scenario say nothing of the deployment.
func (s *Scenario) SetFault(fault string) error {
	set, err := s.call(http.MethodPost, "/faults", []byte(fault))
	if err != nil {
		return err
	}
	s.faulty = true
	s.AtEnd(func() { _, _ = s.call(http.MethodDelete, "/faults/"+gjson.GetBytes(set, "id").Raw, nil) })
	return nil
}

// Faulty reports whether the scenario has set a fault: it is about the first response to each
// of its requests.
func (s *Scenario) Faulty() bool { return s.faulty }

// Advance moves the clock forward.
func (s *Scenario) Advance(d time.Duration) error {
	return s.control("/clock/advance", map[string]any{"seconds": d.Seconds()})
}

// FreezeClock stops the clock until the scenario ends.
func (s *Scenario) FreezeClock() error {
	if err := s.control("/clock/freeze", struct{}{}); err != nil {
		return err
	}
	s.AtEnd(func() { _ = s.control("/clock/resume", struct{}{}) })
	return nil
}

// AdvanceTo moves the clock to an instant, unless it is in the past.
func (s *Scenario) AdvanceTo(at time.Time) error {
	return s.control("/clock/advance", map[string]any{"to": at.UTC().Format(time.RFC3339Nano)})
}
