package builtin

import (
	"fmt"

	"understudy/steps/builtin/world"
	"understudy/steps/client"
	"understudy/steps/report"
	"understudy/steps/scenario"
)

// kept is a text of the deployment's own that the run changes and restores: a
// destination's name, or a connector's label. It is changed in the turn of its
// resource alone.
type kept struct {
	// own is what it is restored to: what the sample says, else what was read
	// first. shown is how the deployment showed it then.
	own, shown string
	known      bool
	// sent says that another was sent, times how often one was taken, or may
	// have been.
	sent      bool
	times     int
	announced bool
	// restored says that the response to the last change showed it as restored.
	restored bool
}

// learn takes what a sample gives, and reads what is shown, before the first
// change. It reports whether the text to restore is known.
func (k *kept) learn(sample string, given bool, read func() (string, bool)) bool {
	if k.known {
		return true
	}
	shown, ok := read()
	switch {
	case given && ok:
		*k = kept{own: sample, shown: shown, known: true}
	case given:
		*k = kept{own: sample, shown: sample, known: true}
	case ok:
		*k = kept{own: shown, shown: shown, known: true}
	}
	return k.known
}

// changed notes that other texts were sent, and how many may have been taken.
func (k *kept) changed(taken int) {
	k.sent, k.restored = true, false
	k.times += taken
}

// asBefore reports whether a text is that from before the run, as it is or as
// it was shown.
func (k *kept) asBefore(text string) bool { return text == k.own || text == k.shown }

// keeping is how a kept text is restored, read back and named in the ledger.
type keeping struct {
	*kept
	kind, ID, member, past string
	// promise is what a deployment breaks that accepts the restoring and
	// does not keep it.
	promise string
	// set restores it; body says what is in that request where it may hold secrets.
	set  client.Request
	body string
	// in reads it in a response.
	in   func(*client.Exchange) (string, bool)
	ways []way
}

// way is a way to read back what a write did. One that writes may change it.
type way struct {
	by     string
	ask    func() *client.Exchange // nil: it does not work
	writes bool
}

// byAnswer is what is left where nothing else shows what was restored.
const byAnswer = "the response to the update itself"

// Leave restores a text for the last time and reads it back.
func Leave(w *world.World, k keeping) {
	switch {
	case !k.sent:
		return
	case !k.known:
		w.Run.Ledger.Note(report.Entry{Kind: k.kind, ID: w.Run.Redact.Text(k.ID), Left: true, Changed: true,
			Note: fmt.Sprintf("its %s was changed, or may have been: this API does not show the one from before", k.member)})
		return
	}
	stays(w, k)
	restored := w.Do(k.set)
	if restored.Err == nil && restored.Broken() {
		restored = w.Do(k.set)
	}
	text, by := readBack(w, k)
	if by == "" {
		// An update without it may have taken it away.
		if restored = w.Do(k.set); !restored.Rejected() {
			if shown, ok := k.in(restored); ok {
				text, by = shown, byAnswer
			}
		}
	} else if restored.OK() && !restored.Rejected() && w.Run.IsOurs(text) && w.Ctx.Err() == nil {
		f := scenario.Found(restored, fmt.Sprintf("data.%s to be the value that was sent last", k.member), "the one from before, by %s", by)
		w.Run.Violations.Accuse(k.promise, f.Expected, f.Actual, restored)
	}
	if note, left := outcome(w, k, text, by, restored); note != "" {
		w.Run.Ledger.Note(report.Entry{Kind: k.kind, ID: w.Run.Redact.Text(k.ID), Name: w.Run.Redact.Text(k.own), Left: left, Changed: left, Note: note})
	}
}

// stays checks that a text which a scenario restored did not fall back to one of the
// run since. Where a read shows that, the writes that show the text have to show it, too:
// the read may lag for longer.
func stays(w *world.World, k keeping) {
	isOurs := func(e *client.Exchange) bool { text, ok := k.in(e); return ok && w.Run.IsOurs(text) }
	fell := false
	for _, way := range k.ways {
		if !k.restored || way.writes && !fell {
			continue
		}
		e := way.ask()
		if e != nil && !way.writes {
			e, _ = w.CaughtUp(e, isOurs, way.ask)
		}
		fell = e != nil && isOurs(e)
		if fell && way.writes && w.Ctx.Err() == nil {
			w.Run.Violations.Accuse(k.promise, fmt.Sprintf("data.%s to stay as it was sent last", k.member), "one that was sent before, by "+way.by, e)
		}
	}
}

// readBack reads a text in the first way that shows it as before the run, or
// else in the last that shows any. The empty way is that none does, or that the
// last one may have changed it.
func readBack(w *world.World, k keeping) (text, by string) {
	lags := func(e *client.Exchange) bool { text, ok := k.in(e); return ok && !k.asBefore(text) }
	for _, way := range k.ways {
		e := way.ask()
		if e != nil && !way.writes {
			e, _ = w.CaughtUp(e, lags, way.ask)
		}
		if e == nil {
			continue
		}
		shown, ok := k.in(e)
		switch {
		case !ok:
		case k.asBefore(shown):
			return shown, way.by
		case way.writes && !w.Run.IsOurs(shown):
			return "", ""
		default:
			text, by = shown, way.by
		}
	}
	return text, by
}

// outcome is what the ledger says of a text that was restored, and whether the
// deployment has another one now. The empty note is that nothing was changed.
func outcome(w *world.World, k keeping, text, by string, restored *client.Exchange) (note string, left bool) {
	if k.times == 0 && !w.Run.IsOurs(text) {
		return "", false
	}
	redact := w.Run.Redact.Text
	note = k.past + " once"
	if k.times != 1 {
		note = fmt.Sprintf("%s %d times", k.past, k.times)
	}
	accepted := restored.OK() && !restored.Rejected()
	failed := ""
	if !accepted {
		failed = " (" + redact(restored.Outcome()) + ")"
	}
	byHand := "restore it by " + byHand(w, k)
	shows := fmt.Sprintf("%s shows %q instead of %q", by, redact(text), redact(k.own))
	switch {
	case by == "" && accepted:
		return fmt.Sprintf("%s and restored; nothing shows the %s, so it was not read back: if it is wrong, %s", note, k.member, byHand), false
	case by == "":
		return fmt.Sprintf("%s, and not seen to be restored%s: %s", note, failed, byHand), true
	case text == k.own && k.shown != k.own:
		return fmt.Sprintf("%s and restored, read back by %s; before the run it showed %q", note, by, redact(k.shown)), false
	case text == k.own:
		return fmt.Sprintf("%s and restored, read back by %s", note, by), false
	case k.asBefore(text):
		return fmt.Sprintf("%s and restored; %s, as before the run: if that is wrong, %s", note, shows, byHand), false
	}
	return fmt.Sprintf("%s, and not restored%s: %s: %s", note, failed, shows, byHand), true
}

// byHand is the request that restores a text.
func byHand(w *world.World, k keeping) string {
	body := k.body
	if body == "" {
		body = w.Run.Redact.Text(string(k.set.Body))
	}
	return fmt.Sprintf("%s %s with %s", k.set.Method, w.Run.Redact.Text(k.set.Path), body)
}

// announceChange says, before the first change of a run, what a run that is
// killed leaves behind, and how that is restored by hand.
func announceChange(w *world.World, k keeping) {
	if !k.announced {
		k.announced = true
		w.Notice("%s %s has the %s %q and is to be %s: if the run is killed, restore it by %s",
			k.kind, w.Run.Redact.Text(k.ID), k.member, w.Run.Redact.Text(k.shown), k.past, byHand(w, k))
	}
}
