package steps

import (
	"time"

	"understudy/steps/report"
)

// advanceTo moves the clock to an instant; one that has come is no move.
func (w *world) advanceTo(at time.Time) error {
	return w.control("/clock/advance", map[string]any{"to": at.UTC().Format(time.RFC3339Nano)})
}

// freezeClock stops the clock until the scenario ends.
func (w *world) freezeClock() error {
	if err := w.control("/clock/freeze", struct{}{}); err != nil {
		return err
	}
	w.atEnd(func() { _ = w.control("/clock/resume", struct{}{}) })
	return nil
}

// isRunning judges a source URL while the clock stands still.
func (w *world) isRunning() error {
	e, err := w.readSource()
	if err == nil && complete(e) {
		return skip(report.MissingTestData, "creation is complete at once")
	}
	return err
}

// advanceAsync moves the clock by the target's async_timeout and reads on.
func (w *world) advanceAsync() error {
	if err := w.advance(time.Duration(w.run.target.Limits.AsyncTimeout)); err != nil {
		return err
	}
	e, err := w.readSource()
	if err == nil && complete(e) {
		w.segment.complete = e
	}
	return err
}
