package world

import (
	"errors"
	"fmt"
	"strings"
	"time"

	"understudy/steps/client"
	"understudy/steps/outcome"
	"understudy/steps/probe"
	"understudy/steps/scenario"
)

// Written is a text that a write has sent.
type Written struct {
	// Promise is the promise that a deployment breaks if it does not keep the text, Path where the text stands in a response.
	Promise, Path, Sent string
	// IsOld reports whether a text is one from before the write.
	IsOld func(shown string) bool
	// Read reads the text back; it returns nil where nothing does.
	Read func() *client.Exchange
}

// CheckNotOld fails a response that shows a value from before a write, or the one that was
// sent in other words; another third value is only remarked on.
func (w *World) CheckNotOld(e *client.Exchange, t Written) error {
	path, sent := t.Path, t.Sent
	v, err := w.Value(e, path, scenario.String)
	switch {
	case err != nil:
		return err
	case probe.Same(sent, v.String()):
		return nil
	case t.IsOld(v.String()):
		return staleText(e, path, sent)
	case w.isMangled(sent, v.String()):
		return outcome.Found(e, fmt.Sprintf("%s to be %q, as it was sent", path, sent), "%s", v.Raw).At(path)
	}
	w.Remark("%s is neither the value that was sent nor the one from before", path)
	return nil
}

// CheckOwnNotOld is CheckNotOld for the response to a write itself, which may come from a replica
// that the write has not reached: then what reads it back may show the value from before, too, and shows
// the new one within limits.settle. Where that shows the new one at once, the response may be
// wrong: see AccuseStale.
func (w *World) CheckOwnNotOld(e *client.Exchange, t Written) error {
	wrong := w.CheckNotOld(e, t)
	lags := func(e *client.Exchange) bool {
		shown := e.Get(t.Path).String()
		return e.Accepted() && !probe.Same(t.Sent, shown) && t.IsOld(shown)
	}
	if wrong == nil || !lags(e) {
		return wrong
	}
	first := t.Read()
	for n := 1; n < readsAtOnce && first != nil && !lags(first); n++ {
		first = t.Read()
	}
	if first == nil {
		return wrong
	}
	now, err := w.CaughtUp(first, lags, t.Read)
	switch {
	case err != nil:
		return err
	case !probe.Same(t.Sent, now.Get(t.Path).String()):
		return wrong
	}
	var f *outcome.Finding
	if isPrompt := first.Received.Sub(e.Received) <= prompt; errors.As(wrong, &f) && (isPrompt || lags(first)) {
		ownResponsesOf(w.Run).note(t.Promise, f, lags(first))
	}
	w.Remark("%s in the response to a write was the value from before; what read it back showed the new one", t.Path)
	return nil
}

// prompt is how long after the response to a write a read may come that shows whether a replica
// lags: one that comes later may be too late for it.
const prompt = 300 * time.Millisecond

// readsAtOnce is how often a value is read: each read may meet a replica that has the write.
const readsAtOnce = 3

// isMangled reports whether a text that is shown has the run's name of the one that was
// sent, in other words, or is what is left of that where it is cut off. A deployment may show
// another where it was not sent one: a label that is made of the service_name, say. A text of
// digits is mangled where it has lost the zeros that it begins with.
func (w *World) isMangled(sent, shown string) bool {
	if shown != "" && shown != sent && strings.Trim(sent, "0123456789") == "" && strings.TrimLeft(sent, "0") == shown {
		return true
	}
	sent, shown = strings.ToLower(sent), strings.ToLower(shown)
	name := w.Run.NameIn(sent)
	rest := strings.TrimRight(shown, ".…")
	cutOff := len(rest) >= shortestRest && strings.HasPrefix(sent, rest)
	return name != "" && (strings.Contains(shown, name) || cutOff) && !w.Run.Sent.Has("", shown)
}

// shortestRest is how many bytes of a text have to be left to be known again.
const shortestRest = 5
