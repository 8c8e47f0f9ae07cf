package client

// TextKind is a kind of text that a client writes and sees again: a probe may stand beside it.
type TextKind int

// The kinds of texts. A request with NoText is sent as it is.
const (
	NoText TextKind = iota
	SegmentNames
	NewLabels
	Labels
	WordLabels
	PublishedLabels
	TargetsLabels
	DestinationNames
	Redirects
)

var textNames = [...]string{
	NoText:           "no text",
	SegmentNames:     "the name of a segment",
	NewLabels:        "the label of a new connector",
	Labels:           "the label of a connector",
	WordLabels:       "the label of a connector that looks like a value",
	PublishedLabels:  "the label of a connector that is published next",
	TargetsLabels:    "the label of the target's connector",
	DestinationNames: "the name of the destination",
	Redirects:        "the redirect_uri of a link",
}

// String is the name that findings and remarks show.
func (k TextKind) String() string { return textNames[k] }
