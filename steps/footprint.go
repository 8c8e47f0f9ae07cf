package steps

import (
	"maps"
	"reflect"
	"strings"
	"sync"
	"time"

	"understudy/spec"
	"understudy/steps/target"
)

// Footprint is what a step sends at most to a deployment that keeps its promises.
type Footprint struct {
	Requests int
	// Segments, Connectors and Links are requests that may create one,
	// Renamings those that may rename the destination.
	Segments, Connectors, Links, Renamings int
	// Waits are segments that are waited for, until they are complete.
	Waits int
	// Needs is a key of the target file without which the scenario ends here.
	Needs string
	// once is what the whole run does once, under a name.
	once map[string]Footprint
}

func (c Footprint) isZero() bool { return reflect.ValueOf(c).IsZero() }

func (c Footprint) plus(d Footprint) Footprint {
	c.Requests += d.Requests
	c.Segments += d.Segments
	c.Connectors += d.Connectors
	c.Links += d.Links
	c.Renamings += d.Renamings
	c.Waits += d.Waits
	if len(d.once) > 0 {
		c.once = maps.Clone(c.once)
		if c.once == nil {
			c.once = map[string]Footprint{}
		}
		maps.Copy(c.once, d.once)
	}
	return c
}

const (
	// bookRequests are those of a sandwich of pages, where the list stands still.
	bookRequests = 29
	// watchReads are those of a segment that has to stay complete.
	watchReads = 8
)

// The footprints that several steps have. A connector that is created under another
// name than was sent is asked for under both.
var (
	ofAsking      = Footprint{Requests: 1}
	ofSegment     = Footprint{Requests: 1, Segments: 1, Needs: "resources.source_id"}
	ofConnector   = Footprint{Requests: 1, Connectors: 1}
	ofGround      = Footprint{Requests: 3, Connectors: 1}
	ofDoneSegment = ofSegment.plus(Footprint{Waits: 1})
	ofLink        = Footprint{Requests: 1, Links: 1, Needs: "resources.source_id", once: map[string]Footprint{"the segment for links": ofDoneSegment}}
	ofUpdate      = Footprint{Requests: 1, Needs: "resources.destination_id", once: map[string]Footprint{"the name": ofAsking}}
	ofRenaming    = ofUpdate.plus(Footprint{Requests: 1, Renamings: 1, once: map[string]Footprint{"the name at the end": {Requests: 4}}})
	ofRelabelling = ofGround.plus(Footprint{Requests: 1, once: map[string]Footprint{"the label of the target's connector": {Requests: 4}}})
	ofPublishing  = Footprint{once: map[string]Footprint{"the publishing": {Requests: 20, Connectors: 1}}}
)

// plainFootprints are those of the request that an operation's scenarios repeat, and
// of sending it again with a fault.
var plainFootprints = sync.OnceValue(func() map[string]struct{ plain, again Footprint } {
	return map[string]struct{ plain, again Footprint }{
		spec.UpdateDestination:      {ofUpdate, ofRenaming},
		spec.ListDestinationObjects: {ofAsking, ofAsking},
		spec.CreateSegment:          {ofSegment, ofSegment},
		spec.UpdateConnector:        {ofRelabelling, ofAsking},
		spec.CreateConnector:        {ofConnector, ofConnector},
		spec.ListInvitations:        {ofAsking, ofAsking},
		spec.PublishConnector:       {ofPublishing, Footprint{}},
		spec.ListTopics:             {ofAsking, ofAsking},
		spec.CreateLink:             {ofLink, ofLink},
	}
})

// readBackFootprints are those of looking whether a rejected write was done.
var readBackFootprints = map[string]Footprint{spec.UpdateDestination: {Requests: 2}, spec.UpdateConnector: ofAsking, spec.CreateConnector: {Requests: 2}}

// gapRequests are the requests that tell a gap's variants apart.
var gapRequests = map[string]int{"page-negative": 1, "page-not-a-number": 1, "page-fraction": 1, "order-unknown": 1, "page-past-end": 2,
	"parameter-repeated": 2, "topics-paging": 1}

// use is a step as a scenario has it: its text, the groups of its pattern, and
// the operation of the request that the scenario repeats.
type use struct {
	text      string
	groups    []string
	operation string
}

// of is the footprint of a step as a scenario has it.
func (s Step) of(u use) Footprint {
	switch {
	case s.footprint != nil:
		return s.footprint(u)
	case s.Keyword == "When" && s.Footprint.isZero():
		return ofAsking
	}
	return s.Footprint
}

func ofCounting(u use) Footprint {
	return Footprint{once: map[string]Footprint{"the count of " + u.groups[len(u.groups)-1]: ofAsking}}
}

func ofPages(u use) Footprint {
	return Footprint{once: map[string]Footprint{u.text: {Requests: bookRequests}}}
}

func ofPlainRequest(u use) Footprint { return plainFootprints()[u.groups[0]].plain }

func ofSendingAgain(u use) Footprint {
	if u.operation == "" {
		// It is the creation of a link.
		return ofLink
	}
	f := plainFootprints()[u.operation].again
	if list := listOfID[u.operation]; list != "" && strings.Contains(u.text, `"other_workspace"`) {
		f = f.plus(Footprint{once: map[string]Footprint{"the ids of " + list: {Requests: 10}}})
	}
	return f
}

func ofKey(u use) Footprint { return Footprint{Needs: u.groups[0]} }

func ofReadingBack(u use) Footprint { return readBackFootprints[u.operation] }

func ofAnother(u use) Footprint {
	if u.groups[0] != "destination" {
		return Footprint{}
	}
	return readBackFootprints[spec.UpdateDestination]
}

func ofGap(u use) Footprint { return Footprint{Requests: gapRequests[u.groups[0]]} }

// polls is how often a source URL is read at most while a segment is waited for.
func polls(limit time.Duration) int {
	n := 1
	for passed, pause := time.Duration(0), firstPoll; passed < limit; pause = min(2*pause, longestPoll) {
		passed += pause
		n++
	}
	return n
}

// lacks tells whether a target file has no key that a step needs.
func lacks(t target.Target, key string) bool {
	if key == "control_url" {
		return t.ControlURL == ""
	}
	return key != "" && !groundKeys(t)[key]
}
