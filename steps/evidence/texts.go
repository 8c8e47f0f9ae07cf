package evidence

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
