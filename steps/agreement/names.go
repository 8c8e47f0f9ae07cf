package agreement

import (
	"cmp"
	"fmt"
	"maps"
	"slices"
	"strings"

	"github.com/tidwall/gjson"

	"understudy/steps/client"
)

// names are the names and labels that a run gave.
type names struct {
	// run is the id of the run, which is part of each.
	run string
	// same reports whether a text is shown as it was sent.
	same func(sent, shown string) bool
	// texts are the names, each used once, with the resources that the run sent them to.
	texts map[string]map[string]sending
	// unauthorised are the promises that a name breaks which was sent with a wrong token.
	unauthorised map[string]string
}

// sending is the result of sending a text to a resource.
type sending int

const (
	unsent sending = iota
	rejected
	perhapsTaken
)

// note records that a text was sent to a resource, and whether it was rejected.
func (ns *names) note(text, to string, wasRejected bool) {
	if ns.texts[text] == nil {
		ns.texts[text] = map[string]sending{}
	}
	became := perhapsTaken
	if wasRejected {
		became = rejected
	}
	ns.texts[text][to] = max(ns.texts[text][to], became)
}

// isKnown reports whether the run sent a text.
func (ns *names) isKnown(text string) bool { return ns.texts[text] != nil }

// of returns the result of sending a text to a resource.
func (ns *names) of(text, to string) sending { return ns.texts[text][to] }

// first returns a resource that a text was sent to: of several the first, by name.
func (ns *names) first(text string) string {
	return slices.Min(slices.Collect(maps.Keys(ns.texts[text])))
}

// noteSent records the name that a request gives to a resource that the run created.
func (ns *names) noteSent(e *client.Exchange, member, to string) {
	name := gjson.GetBytes(e.Request.Body, member)
	if name.Type == gjson.String && strings.Contains(name.Str, ns.run) {
		ns.note(name.Str, to, wasRejected(e))
	}
}

// nameCheck is the check of the name, or of the label, that a response shows for a resource.
type nameCheck struct {
	// of is the resource, member is where the response has its name.
	of, member string
	// ifAnothers is the promise that is broken if the name was sent to other resources alone,
	// ifRejected the one that is broken if it was rejected.
	ifAnothers, ifRejected string
}

// check checks that a resource has no name that was sent to other resources alone, and none
// that was rejected.
func (ns *names) check(shown gjson.Result, c nameCheck, cs *contradictions) {
	name := shown.Get(c.member)
	if name.Type != gjson.String || !ns.isKnown(name.Str) {
		return
	}
	switch ns.of(name.Str, c.of) {
	case unsent:
		cs.add(c.ifAnothers, "a "+c.member+" that was sent to "+c.of, "%q, which was sent to %s, and not to this one",
			name.Str, ns.first(name.Str))
	case rejected:
		broken := cmp.Or(ns.unauthorised[name.Str], c.ifRejected)
		cs.add(broken, "a rejected request to have no effect", "%q, which was rejected", name.Str)
	}
}

// checkUnaltered checks that a name which a response shows for a resource is no other form of the one
// that was sent to it, as where the response to a write shows a text that was not saved so.
func (ns *names) checkUnaltered(name gjson.Result, of, promise string, cs *contradictions) {
	if name.Type != gjson.String || ns.isKnown(name.Str) {
		return
	}
	if sent := ns.alteredFrom(name.Str, of); sent != "" {
		cs.add(promise, fmt.Sprintf("%q, as it was sent", sent), "%q", name.Str)
	}
}

// alteredFrom returns the text that was sent to a resource, and may have been taken, of which a
// text that it shows is another form: with the same name of the run, and something else beside it.
func (ns *names) alteredFrom(shown, of string) string {
	name := NameIn(shown, ns.run)
	if name == "" {
		return ""
	}
	altered := ""
	for text, sent := range ns.texts {
		switch {
		case sent[of] != perhapsTaken || NameIn(text, ns.run) != name:
		case ns.same(text, shown):
			return ""
		default:
			altered = text
		}
	}
	return altered
}

// Name is a name that a run gives, by the run's id and a number.
func Name(run string, number int) string { return fmt.Sprintf("understudy %s %d", run, number) }

// NameIn returns the name, made by Name, that stands in a text; "" if there is none.
func NameIn(text, run string) string {
	before := "understudy " + run + " "
	_, number, _ := strings.Cut(text, before)
	digits := len(number) - len(strings.TrimLeft(number, "0123456789"))
	if digits == 0 {
		return ""
	}
	return before + number[:digits]
}
