package builtin

import (
	"slices"
	"strings"
	"sync"
	"time"

	"understudy/spec"
	"understudy/steps/feature"
	"understudy/steps/paging"
	"understudy/steps/scenario"
	"understudy/steps/variant"
)

// Publishing is what a run does once where the target permits it.
const Publishing = "the publishing"

// The footprints that several steps have. A connector that is created under another
// name than was sent is asked for under both.
var (
	ofAsking      = footprint{Requests: 1}
	ofSegment     = footprint{Requests: 1, Segments: 1, Needs: "resources.source_id"}
	ofConnector   = footprint{Requests: 1, Connectors: 1}
	ofGround      = footprint{Requests: 3, Connectors: 1}
	ofDoneSegment = ofSegment.Plus(footprint{Waits: 1})
	ofLink        = footprint{Requests: 1, Links: 1, Needs: "resources.source_id", Once: map[string]footprint{"the segment for links": ofDoneSegment}}
	ofName        = footprint{Requests: 2}
	ofUpdate      = footprint{Requests: 1, Needs: "resources.destination_id", Once: map[string]footprint{"the name": ofName}}
	ofRenaming    = ofUpdate.Plus(footprint{Requests: 1, Renamings: 1, Once: map[string]footprint{"the name at the end": {Requests: 4}}})
	ofRelabelling = ofGround.Plus(footprint{Requests: 1, Once: map[string]footprint{"the label of the target's connector": {Requests: 4}}})
	ofPublishing  = footprint{Once: map[string]footprint{Publishing: {Requests: 8, Connectors: 2}}}
)

// plainFootprints are those of the request that an operation's scenarios repeat, and
// of sending it again with a fault.
var plainFootprints = sync.OnceValue(func() map[string]struct{ plain, again footprint } {
	return map[string]struct{ plain, again footprint }{
		spec.UpdateDestination:      {ofUpdate, ofRenaming},
		spec.ListDestinationObjects: {ofAsking, ofAsking},
		spec.CreateSegment:          {ofSegment, ofSegment},
		spec.UpdateConnector:        {ofRelabelling, ofAsking},
		spec.CreateConnector:        {ofConnector, ofConnector},
		spec.ListInvitations:        {ofAsking, ofAsking},
		spec.PublishConnector:       {ofPublishing, footprint{Once: map[string]footprint{"publishing with a fault": {Requests: 13}}}},
		spec.ListTopics:             {ofAsking, ofAsking},
		spec.CreateLink:             {ofLink, ofLink},
	}
})

// readBackFootprints are those of looking whether a rejected write was done.
var readBackFootprints = map[string]footprint{spec.UpdateDestination: {Requests: 2}, spec.UpdateConnector: ofAsking,
	spec.CreateConnector: {Requests: 1, Once: map[string]footprint{"the update of no connector": ofAsking}}}

func ofCounting(u feature.Use) footprint {
	return footprint{Once: map[string]footprint{"the count of " + u.Groups[len(u.Groups)-1]: ofAsking}}
}

func ofPages(u feature.Use) footprint {
	return ofPagesIn(u.Groups[0], u.Groups[1])
}

func ofEveryOrder(u feature.Use) (all footprint) {
	for _, order := range orders {
		all = all.Plus(ofPagesIn(u.Groups[0], order))
	}
	return all
}

func ofPagesIn(noun, order string) footprint {
	return footprint{Once: map[string]footprint{"the pages of the " + noun + " in order " + order: {Requests: bookRequests}}}
}

// ofQueries is a request for each query between semicolons.
func ofQueries(u feature.Use) footprint {
	return footprint{Requests: strings.Count(u.Groups[len(u.Groups)-1], ";") + 1}
}

// ofPlainRequest is sent once in a run, with what it needs once itself.
func ofPlainRequest(u feature.Use) footprint {
	plain := plainFootprints()[u.Groups[0]].plain
	rest := footprint{Needs: plain.Needs, Once: plain.Once}
	plain.Needs, plain.Once = "", nil
	return rest.Plus(footprint{Once: map[string]footprint{"a success of " + u.Groups[0]: plain}})
}

// ofSendingAgain is that of the plain request with a fault.
func ofSendingAgain(u feature.Use) footprint {
	if u.Operation == "" {
		// It is the creation of a link.
		return ofLink
	}
	f := plainFootprints()[u.Operation].again
	if slices.Equal(u.Groups, []string{"workspace"}) || slices.Equal(u.Groups, []string{"personal"}) {
		f = f.Plus(footprint{Once: map[string]footprint{"a list that opens with tokens." + u.Groups[0]: {Requests: len(paging.Listings)}}})
	}
	if list := listOfID[u.Operation]; list != "" && strings.Contains(u.Text, `"other_workspace"`) {
		f = f.Plus(footprint{Once: map[string]footprint{"the ids of " + list: {Requests: 10}}})
	}
	return f
}

// ofSendingSeveral is at most what a list gets; a write gets some of the faults.
func ofSendingSeveral(u feature.Use) footprint {
	f, faults := ofSendingAgain(u), elsewhere(u.Operation)
	n := len(faults)
	if strings.Contains(u.Text, "almost right") {
		n = len(alterations) + len(ofEach(u.Operation, words))
	}
	all := f
	for range n - 1 {
		all = all.Plus(f)
	}
	return all
}

// ofListingAs is that of one request, and of showing what its token opens.
func ofListingAs(u feature.Use) footprint {
	once := map[string]footprint{}
	switch token := u.Groups[len(u.Groups)-1]; token {
	case "workspace", "personal":
		once["a list that opens with tokens."+token] = footprint{Requests: len(paging.Listings)}
	case "other_workspace":
		once["the ids of "+spec.ListDestinationObjects] = footprint{Requests: 10}
	}
	return ofAsking.Plus(footprint{Once: once})
}

func ofKey(u feature.Use) footprint { return footprint{Needs: u.Groups[0]} }

// ofReadingBack is that of looking whether the rejected write of a scenario was done.
func ofReadingBack(u feature.Use) footprint { return readBackFootprints[u.Operation] }

// ofAnother is that of looking whether a write to what does not exist hit another resource.
func ofAnother(u feature.Use) footprint {
	if u.Groups[0] != "destination" {
		return footprint{}
	}
	return readBackFootprints[spec.UpdateDestination]
}

func ofGap(u feature.Use) (all footprint) {
	for _, id := range u.IDs() {
		all.Requests += variant.Requests(id)
	}
	return all
}

// Polls is how often a source URL is read at most while a segment is waited for.
func Polls(limit time.Duration) int {
	n := 1
	for passed, pause := time.Duration(0), scenario.FirstPoll; passed < limit; pause = min(2*pause, scenario.LongestPoll) {
		passed += pause
		n++
	}
	return n
}
