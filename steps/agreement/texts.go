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

// nameCheck is the check of the name, or of the label, that a response shows for a resource.
type nameCheck struct {
	// of is the resource, member is where the response has its name.
	of, member string
	// ifAnothers is the promise that is broken if the name was sent to other resources alone,
	// ifRejected the one that is broken if it was rejected.
	ifAnothers, ifRejected string
}

// checkName checks that a resource has no name that was sent to other resources alone, and none
// that was rejected.
func (a *Agreement) checkName(shown gjson.Result, c nameCheck, cs *contradictions) {
	name := shown.Get(c.member)
	if name.Type != gjson.String || !a.names.isKnown(name.Str) {
		return
	}
	switch a.names.of(name.Str, c.of) {
	case unsent:
		cs.add(c.ifAnothers, "a "+c.member+" that was sent to "+c.of, "%q, which was sent to %s, and not to this one", name.Str,
			a.names.first(name.Str))
	case rejected:
		cs.add(cmp.Or(a.unauthorised[name.Str], c.ifRejected), "a rejected request to have no effect", "%q, which was rejected", name.Str)
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
