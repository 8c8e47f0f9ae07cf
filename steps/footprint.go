package steps

import (
	"slices"
	"strings"
	"sync"
	"time"

	"understudy/spec"
	"understudy/steps/feature"
	"understudy/steps/paging"
	"understudy/steps/target"
	"understudy/steps/variant"
)

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
	ofDoneSegment = ofSegment.Plus(Footprint{Waits: 1})
	ofLink        = Footprint{Requests: 1, Links: 1, Needs: "resources.source_id", Once: map[string]Footprint{"the segment for links": ofDoneSegment}}
	ofUpdate      = Footprint{Requests: 1, Needs: "resources.destination_id", Once: map[string]Footprint{"the name": ofAsking}}
	ofRenaming    = ofUpdate.Plus(Footprint{Requests: 1, Renamings: 1, Once: map[string]Footprint{"the name at the end": {Requests: 4}}})
	ofRelabelling = ofGround.Plus(Footprint{Requests: 1, Once: map[string]Footprint{"the label of the target's connector": {Requests: 4}}})
	ofPublishing  = Footprint{Once: map[string]Footprint{"the publishing": {Requests: 20, Connectors: 1}}}
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

func ofCounting(u feature.Use) Footprint {
	return Footprint{Once: map[string]Footprint{"the count of " + u.Groups[len(u.Groups)-1]: ofAsking}}
}

func ofPages(u feature.Use) Footprint {
	return Footprint{Once: map[string]Footprint{u.Text: {Requests: bookRequests}}}
}

func ofPlainRequest(u feature.Use) Footprint { return plainFootprints()[u.Groups[0]].plain }

func ofSendingAgain(u feature.Use) Footprint {
	if u.Operation == "" {
		// It is the creation of a link.
		return ofLink
	}
	f := plainFootprints()[u.Operation].again
	if slices.Equal(u.Groups, []string{"workspace"}) || slices.Equal(u.Groups, []string{"personal"}) {
		f = f.Plus(Footprint{Once: map[string]Footprint{"a list that opens with tokens." + u.Groups[0]: {Requests: len(paging.Listings)}}})
	}
	if list := listOfID[u.Operation]; list != "" && strings.Contains(u.Text, `"other_workspace"`) {
		f = f.Plus(Footprint{Once: map[string]Footprint{"the ids of " + list: {Requests: 10}}})
	}
	return f
}

func ofKey(u feature.Use) Footprint { return Footprint{Needs: u.Groups[0]} }

func ofReadingBack(u feature.Use) Footprint { return readBackFootprints[u.Operation] }

func ofAnother(u feature.Use) Footprint {
	if u.Groups[0] != "destination" {
		return Footprint{}
	}
	return readBackFootprints[spec.UpdateDestination]
}

func ofGap(u feature.Use) Footprint { return Footprint{Requests: variant.Requests(u.Groups[0])} }

// polls is how often a source URL is read at most while a segment is waited for.
func polls(limit time.Duration) int {
	n := 1
	for passed, pause := time.Duration(0), firstPoll; passed < limit; pause = min(2*pause, longestPoll) {
		passed += pause
		n++
	}
	return n
}

// lacks reports whether a target file has no key that a step needs.
func lacks(t target.Target, key string) bool {
	if key == "control_url" {
		return t.ControlURL == ""
	}
	return key != "" && !groundKeys(t)[key]
}
