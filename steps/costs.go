package steps

import (
	"maps"
	"strings"
	"sync"
	"time"

	"understudy/spec"
	"understudy/steps/target"
)

// cost is what a step sends at most to a deployment that keeps its promises.
type cost struct {
	requests int
	// segments, connectors and links are requests that may create one,
	// renamings those that may rename the destination.
	segments, connectors, links, renamings int
	// waits are segments that are waited for, until they are complete.
	waits int
	// needs is a key of the target file without which the scenario ends here.
	needs string
	// once is what the whole run does once, under a name.
	once map[string]cost
}

func (c cost) plus(d cost) cost {
	c.requests += d.requests
	c.segments += d.segments
	c.connectors += d.connectors
	c.links += d.links
	c.renamings += d.renamings
	c.waits += d.waits
	if len(d.once) > 0 {
		c.once = maps.Clone(c.once)
		if c.once == nil {
			c.once = map[string]cost{}
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

// The costs that several steps have. A connector that is created under another
// name than was sent is asked for under both.
var (
	ofAsking      = cost{requests: 1}
	ofSegment     = cost{requests: 1, segments: 1, needs: "resources.source_id"}
	ofConnector   = cost{requests: 1, connectors: 1}
	ofGround      = cost{requests: 3, connectors: 1}
	ofDoneSegment = ofSegment.plus(cost{waits: 1})
	ofLink        = cost{requests: 1, links: 1, needs: "resources.source_id", once: map[string]cost{"the segment for links": ofDoneSegment}}
	ofUpdate      = cost{requests: 1, needs: "resources.destination_id", once: map[string]cost{"the name": ofAsking}}
	ofRenaming    = ofUpdate.plus(cost{requests: 1, renamings: 1, once: map[string]cost{"the name at the end": {requests: 4}}})
	ofRelabelling = ofGround.plus(cost{requests: 1, once: map[string]cost{"the label of the target's connector": {requests: 4}}})
	ofPublishing  = cost{once: map[string]cost{"the publishing": {requests: 20, connectors: 1}}}
)

// The tables of costs are made when first asked for: maps are made at each start
// otherwise.

// plainCosts are those of the request that an operation's scenarios repeat, and
// of sending it again with a fault.
var plainCosts = sync.OnceValue(func() map[string]struct{ plain, again cost } {
	return map[string]struct{ plain, again cost }{
		spec.UpdateDestination:      {ofUpdate, ofRenaming},
		spec.ListDestinationObjects: {ofAsking, ofAsking},
		spec.CreateSegment:          {ofSegment, ofSegment},
		spec.UpdateConnector:        {ofRelabelling, ofAsking},
		spec.CreateConnector:        {ofConnector, ofConnector},
		spec.ListInvitations:        {ofAsking, ofAsking},
		spec.PublishConnector:       {ofPublishing, cost{}},
		spec.ListTopics:             {ofAsking, ofAsking},
		spec.CreateLink:             {ofLink, ofLink},
	}
})

// costs are those of the steps, by their examples, that do not cost what others
// of their keyword do: one request for a When, none for a Given or a Then.
var costs = sync.OnceValue(func() map[string]cost {
	return map[string]cost{
		`a segment was created`:                                           ofSegment,
		`the segment can be retrieved`:                                    ofAsking,
		`a segment with the molecules atomic, operation, atomic was sent`: ofSegment,
		`no other destination has the new name`:                           ofAsking,
		`the destination can be retrieved`:                                {requests: 1, needs: "resources.destination_id"},
		`a connector was created`:                                         ofGround,
		`a connector was published`:                                       ofPublishing,
		`the target's own connector was published`:                        ofPublishing,
		`a link was created`:                                              ofLink,
		`a link on another segment was created`:                           ofDoneSegment.plus(ofLink),
		`the clock stands still`:                                          {needs: "control_url"},

		`I list the invitations`:                                          {requests: 2},
		`I list the invitations after the last page`:                      {requests: 2},
		`I create a segment`:                                              ofSegment,
		`I create a segment without "name"`:                               ofSegment,
		`I create a segment whose "name" is ""`:                           ofSegment,
		`I create a segment whose molecule has the "operator" "perhaps"`:  ofSegment,
		`I create a segment with the molecules atomic, operation, atomic`: ofSegment,
		`I create a second segment of the same name`:                      ofSegment.plus(ofSegment),
		`I create a segment on a source that does not exist`:              ofSegment,
		`I follow its source URL until creation is complete`:              {waits: 1},
		`I rename the destination`:                                        ofRenaming,
		`I update the destination`:                                        ofUpdate,
		`I update a destination that does not exist`:                      ofRenaming,
		`I create a connector`:                                            ofConnector,
		`I create a connector without the object connector`:               ofConnector.plus(ofConnector),
		`I create a second connector of the same service_name`:            ofGround.plus(ofConnector),
		`I update the connector`:                                          ofRelabelling,
		`I update the connector without the object connector`:             ofRelabelling.plus(ofAsking),
		`I update the connector with another service_name`:                ofRelabelling,
		`I update a connector that does not exist`:                        ofRelabelling,
		`I publish it again`:                                              ofPublishing,
		`I update it after publishing`:                                    ofPublishing,
		`I create a link`:                                                 ofLink,
		`I create a link on a segment that does not exist`:                ofLink,
		`I create a link on a source that does not exist`:                 ofLink,
		`I open its uri at its expiration`:                                {requests: 2},
		`I create a connector without "label"`:                            ofConnector,
		`I create a connector whose "icon_url" is "no URL"`:               ofConnector,
		`I create a link without "redirect_uri"`:                          ofLink,
		`I create a link back to a URL with a query`:                      ofLink,
		`I create a link back to "javascript:alert(1)"`:                   ofLink,

		`there are 25 records by default`:                                      ofAsking,
		`"data" is what page 1 holds`:                                          {requests: 3},
		`"data" is what per_page 25 holds`:                                     {requests: 3},
		`it stays complete`:                                                    {requests: watchReads},
		`it shows the source and the dataset that were sent`:                   ofAsking,
		`the source URL shows every property of the retrieval`:                 ofAsking,
		`the new name is kept`:                                                 {requests: 2},
		`the objects of the empty destination are not the destination objects`: {requests: 2},
		`its objects are those that it lists`:                                  ofAsking,
		`the new label is kept`:                                                {requests: 3},
	}
})

// witnessCosts are those of looking whether a refused write was done.
var witnessCosts = map[string]cost{spec.UpdateDestination: {requests: 2}, spec.UpdateConnector: ofAsking, spec.CreateConnector: {requests: 2}}

// gapCosts are the requests that tell a gap's variants apart.
var gapCosts = map[string]int{"page-negative": 1, "page-not-a-number": 1, "page-fraction": 1, "order-unknown": 1, "page-past-end": 2,
	"parameter-repeated": 2, "topics-paging": 1}

// costOf is what a step does, whose text has groups. The operation is that of
// the request that the scenario repeats.
func costOf(s Step, text string, groups []string, operation string) cost {
	switch {
	case strings.HasPrefix(s.Example, "at least "), strings.HasPrefix(s.Example, "an empty list"):
		return cost{once: map[string]cost{"the count of " + groups[len(groups)-1]: ofAsking}}
	case strings.HasPrefix(s.Example, "I read the pages"):
		return cost{once: map[string]cost{text: {requests: bookRequests}}}
	case strings.HasPrefix(s.Example, "a request that succeeds"):
		return plainCosts()[groups[0]].plain
	case strings.HasPrefix(s.Example, "I send it again"):
		if operation == "" {
			// It is the creation of a link.
			return ofLink
		}
		c := plainCosts()[operation].again
		if list := listOfID[operation]; list != "" && strings.Contains(text, `"other_workspace"`) {
			c = c.plus(cost{once: map[string]cost{"the ids of " + list: {requests: 10}}})
		}
		return c
	case strings.HasPrefix(s.Example, "the target file gives"):
		return cost{needs: groups[0]}
	case text == "it is about no other destination":
		return witnessCosts[spec.UpdateDestination]
	case strings.HasPrefix(s.Example, "nothing is given away"):
		return witnessCosts[operation]
	case strings.HasPrefix(s.Example, "the answer is lawful"):
		return cost{requests: gapCosts[groups[0]]}
	}
	c, listed := costs()[s.Example]
	if !listed && s.Keyword == "When" {
		return ofAsking
	}
	return c
}

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
