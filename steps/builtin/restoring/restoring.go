// Package restoring restores what a run changes of the deployment's own, a destination's
// name or a connector's label, reads it back, and records the result in the ledger.
package restoring

import (
	"cmp"
	"fmt"
	"time"

	"understudy/steps/builtin/world"
	"understudy/steps/client"
	"understudy/steps/outcome"
	"understudy/steps/report"
	"understudy/steps/scenario"
)

// Text is a text of the deployment's own that the run changes and restores: a
// destination's name, or a connector's label. It is changed only in the turn of its
// resource.
type Text struct {
	// Own is the text to restore: that of the sample, or else the one that was read
	// first. shown is how the deployment showed it then.
	Own, shown string
	known      bool
	// sent says that another text was sent, Times is how often one was accepted,
	// or may have been.
	sent      bool
	Times     int
	announced bool
	// restored is when the response to the last change showed it as restored; 0 where it did not.
	restored time.Time
}

// NoteRestored records whether the last change restored the text, as its response shows.
func (t *Text) NoteRestored(ok bool) {
	if ok {
		t.restored = time.Now()
	}
}

// Restored returns when the text was last restored, as the response showed; zero where none did.
func (t *Text) Restored() time.Time { return t.restored }

// Learn takes the text of a sample, and reads the shown one, before the first change.
// It reports whether the text to restore is known.
func (t *Text) Learn(sample string, given bool, read func() (string, bool)) bool {
	if t.known {
		return true
	}
	shown, ok := read()
	switch {
	case given && ok:
		*t = Text{Own: sample, shown: shown, known: true}
	case given:
		*t = Text{Own: sample, shown: sample, known: true}
	case ok:
		*t = Text{Own: shown, shown: shown, known: true}
	}
	return t.known
}

// Changed records that other texts were sent, and how many may have been accepted.
func (t *Text) Changed(taken int) {
	t.sent, t.restored = true, time.Time{}
	t.Times += taken
}

// IsOriginal reports whether a text is the one from before the run, as sent or as
// shown.
func (t *Text) IsOriginal(text string) bool { return text == t.Own || text == t.shown }

// Plan is how a text is restored, read back and named in the ledger.
type Plan struct {
	*Text
	Kind, ID, Member, Past string
	// Promise is the promise that a deployment breaks if it accepts the restoring and
	// does not keep the text, Updates the one that it breaks if it no longer finds what it
	// has updated before.
	Promise, Updates string
	// IsGone reports whether something else shows that it is not there any more; nil where nothing does.
	IsGone func() bool
	// Set restores it; Body describes the body of that request where it may contain secrets.
	Set  client.Request
	Body string
	// In reads it in a response.
	In   func(*client.Exchange) (string, bool)
	Ways []Way
}

// Way is a way to read back the effect of a write. One that writes may change it.
type Way struct {
	By     string
	Ask    func() *client.Exchange // nil: it does not work
	Writes bool
}

// byResponse is the way that remains where nothing else shows what was restored: the
// response itself.
const byResponse = "the response to the update itself"

// RestoreAtEnd restores a text for the last time and reads it back.
func RestoreAtEnd(w *world.World, p Plan) {
	switch {
	case !p.sent:
		return
	case !p.known:
		w.Run.Ledger.Note(report.Entry{Kind: p.Kind, ID: w.Run.Redact.Text(p.ID), Left: true, Changed: true,
			Note: fmt.Sprintf("its %s was changed, or may have been: this API does not show the one from before", p.Member)})
		return
	}
	stays(w, p)
	restored := p.set(w)
	if restored.Err == nil && restored.Broken() {
		restored = p.set(w)
	}
	restored = isThere(w, p, restored)
	text, by := readBack(w, p)
	if by == "" {
		// An update without it may have removed it.
		if restored = p.set(w); !restored.Rejected() {
			if shown, ok := p.In(restored); ok {
				text, by = shown, byResponse
			}
		}
	}
	if by == byResponse || !p.IsOriginal(text) {
		if shown, again := checkAgain(w, p, restored); again != nil {
			text, by, restored = shown, byResponse, again
		}
	}
	if by != byResponse && restored.Accepted() && w.Run.IsOurs(text) && w.Ctx.Err() == nil {
		w.Run.Accuse(outcome.Found(restored, fmt.Sprintf("data.%s to be the value that was sent last", p.Member),
			"the one from before, by %s", by).At("data." + p.Member).About(p.Promise))
	}
	if note, left := noteOn(w, p, text, by, restored); note != "" {
		w.Run.Ledger.Note(report.Entry{Kind: p.Kind, ID: w.Run.Redact.Text(p.ID), Name: w.Run.Redact.Text(p.Own), Left: left,
			Changed: left, Note: note})
	}
}

// set restores the text.
func (p Plan) set(w *world.World) *client.Exchange {
	e := w.Do(p.Set)
	w.NoteOwnText(e)
	return e
}

// isThere checks that what the run has updated is found once more, if a list of the
// deployment still opens: with a token that has expired, say, nothing would be found. Its owner may
// have deleted it.
func isThere(w *world.World, p Plan, restored *client.Exchange) *client.Exchange {
	if p.Times == 0 || !scenario.IsNotFound(restored) {
		return restored
	}
	restored, _ = w.CaughtUp(restored, scenario.IsNotFound, func() *client.Exchange { return p.set(w) })
	if !scenario.IsNotFound(restored) || w.Ctx.Err() != nil || !w.OpenAnyList() {
		return restored
	}
	if p.IsGone != nil && p.IsGone() {
		w.Remark("the %s %s is not found any more: somebody may have deleted it during the run, or an update has", p.Kind, p.ID)
	} else {
		w.Run.Accuse(outcome.Found(restored, "the "+p.Kind+" to be updated, as before in this run",
			"%s", scenario.Rejection(restored)).About(p.Updates))
	}
	return restored
}

// longestWatch is how long a text that was restored is watched.
const longestWatch = 2 * time.Second

// stays checks that a text which a scenario restored has not changed back to one of the
// run since. Where a read shows that, the writes that show the text must show it too, as
// the read may lag longer; where no read shows the text, they alone count. A write that is
// lost is lost after a while.
func stays(w *world.World, p Plan) {
	if p.restored.IsZero() || w.Pause(time.Until(p.restored.Add(cmp.Or(w.Run.Options.Watch, longestWatch)))) != nil {
		return
	}
	isOurs := func(e *client.Exchange) bool { text, ok := p.In(e); return ok && w.Run.IsOurs(text) }
	fell, isRead := false, false
	for _, way := range p.Ways {
		if way.Writes && isRead && !fell {
			continue
		}
		e := way.Ask()
		if e == nil {
			continue
		}
		e, _ = w.CaughtUp(e, isOurs, way.Ask)
		_, shown := p.In(e)
		fell, isRead = isOurs(e), isRead || shown
		if fell && way.Writes && w.Ctx.Err() == nil {
			w.Run.Accuse(outcome.Found(e, fmt.Sprintf("data.%s to stay as it was sent last", p.Member),
				"one that was sent before, by %s", way.By).At("data." + p.Member).About(p.Promise))
		}
	}
}

// readBack reads a text in the first way that shows it as before the run, or else in
// the last that shows any. The way is empty where none does, or where the last one
// may have changed it.
func readBack(w *world.World, p Plan) (text, by string) {
	for _, way := range p.Ways {
		// A write that shows another text than the run's may have changed it.
		lags := func(e *client.Exchange) bool {
			text, ok := p.In(e)
			return ok && !p.IsOriginal(text) && (!way.Writes || w.Run.IsOurs(text))
		}
		e := way.Ask()
		if e != nil {
			e, _ = w.CaughtUp(e, lags, way.Ask)
		}
		if e == nil {
			continue
		}
		shown, ok := p.In(e)
		switch {
		case !ok:
		case p.IsOriginal(shown):
			return shown, way.By
		case way.Writes && !w.Run.IsOurs(shown):
			return "", ""
		default:
			text, by = shown, way.By
		}
	}
	return text, by
}

// noteOn returns the note in the ledger on a restored text, and whether the
// deployment has another one now. The note is empty where nothing was changed.
func noteOn(w *world.World, p Plan, text, by string, restored *client.Exchange) (note string, left bool) {
	if p.Times == 0 && !w.Run.IsOurs(text) {
		return "", false
	}
	redact := w.Run.Redact.Text
	note = p.Past + " once"
	if p.Times != 1 {
		note = fmt.Sprintf("%s %d times", p.Past, p.Times)
	}
	accepted := restored.Accepted()
	failed := ""
	if !accepted {
		failed = " (" + redact(restored.Outcome()) + ")"
	}
	byHand := "restore it by " + requestByHand(w, p)
	shows := fmt.Sprintf("%s shows %q instead of %q", by, redact(text), redact(p.Own))
	switch {
	case by == "" && accepted:
		return fmt.Sprintf("%s and restored; nothing shows the %s, so it was not read back: if it is wrong, %s", note, p.Member, byHand), false
	case by == "":
		return fmt.Sprintf("%s, and not seen to be restored%s: %s", note, failed, byHand), true
	case text == p.Own && p.shown != p.Own:
		return fmt.Sprintf("%s and restored, read back by %s; before the run it showed %q", note, by, redact(p.shown)), false
	case text == p.Own:
		return fmt.Sprintf("%s and restored, read back by %s", note, by), false
	case p.IsOriginal(text):
		return fmt.Sprintf("%s and restored; %s, as before the run: if that is wrong, %s", note, shows, byHand), false
	}
	return fmt.Sprintf("%s, and not restored%s: %s: %s", note, failed, shows, byHand), true
}

// requestByHand returns the request that restores a text by hand.
func requestByHand(w *world.World, p Plan) string {
	body := p.Body
	if body == "" {
		body = w.Run.Redact.Text(string(p.Set.Body))
	}
	return fmt.Sprintf("%s %s with %s", p.Set.Method, w.Run.Redact.Text(p.Set.Path), body)
}

// AnnounceChange reports, before the first change of a run, what the run leaves
// behind if it is killed, and how to restore that by hand.
func AnnounceChange(w *world.World, p Plan) {
	if !p.announced {
		p.announced = true
		w.Run.Notice("%s %s is %s during the run: if the run is killed, restore the %s %q by %s",
			p.Kind, w.Run.Redact.Text(p.ID), p.Past, p.Member, w.Run.Redact.Text(p.Own), requestByHand(w, p))
	}
}
