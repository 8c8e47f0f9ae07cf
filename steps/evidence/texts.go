package evidence

// texts are the names and labels that a run gave, each of them new, and the
// resources that it sent them to.
type texts map[string]map[string]sending

// sending is what became of a text that was sent to a resource.
type sending int

const (
	unsent sending = iota
	rejected
	perhapsTaken
)

// sent notes that a text was sent to a resource, and whether that was rejected.
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

// isKnown reports whether a text is one that the run sent.
func (ts texts) isKnown(text string) bool { return ts[text] != nil }

// of returns what became of a text where it was sent to a resource.
func (ts texts) of(text, to string) sending { return ts[text][to] }
