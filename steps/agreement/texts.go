package agreement

import (
	"cmp"
	"fmt"
	"maps"
	"slices"
	"strings"

	"github.com/tidwall/gjson"
)

// texts are the names and labels that a run gave, each used once, with the
// resources that it sent them to.
type texts map[string]map[string]sending

// sending is the result of sending a text to a resource.
type sending int

const (
	unsent sending = iota
	rejected
	perhapsTaken
)

// sent records that a text was sent to a resource, and whether it was rejected.
func (ts texts) sent(text, to string, wasRejected bool) {
	if ts[text] == nil {
		ts[text] = map[string]sending{}
	}
	became := perhapsTaken
	if wasRejected {
		became = rejected
	}
	ts[text][to] = max(ts[text][to], became)
}

// isKnown reports whether the run sent a text.
func (ts texts) isKnown(text string) bool { return ts[text] != nil }

// of returns the result of sending a text to a resource.
func (ts texts) of(text, to string) sending { return ts[text][to] }

// first returns a resource that a text was sent to: of several the first, by name.
func (ts texts) first(text string) string { return slices.Min(slices.Collect(maps.Keys(ts[text]))) }

// named checks the name, or the label, that a response shows for a resource.
func (a *Agreement) named(shown gjson.Result, member, of, anothers, rejectedOne string, cs *contradictions) {
	name := shown.Get(member)
	if name.Type != gjson.String || !a.names.isKnown(name.Str) {
		return
	}
	switch a.names.of(name.Str, of) {
	case unsent:
		cs.add(anothers, "a "+member+" that was sent to "+of, "%q, which was sent to %s, and not to this one", name.Str,
			a.names.first(name.Str))
	case rejected:
		cs.add(cmp.Or(a.unauthorised[name.Str], rejectedOne), "a rejected request to have no effect", "%q, which was rejected", name.Str)
	}
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
