package steps

import (
	"fmt"
	"net/http"
	"slices"

	"understudy/spec"
)

// trace is what a step leaves in the scenario for those after it. A step that
// speaks of what is not there would judge nothing, or the wrong thing.
type trace string

const (
	anAnswer     trace = "an answer"
	aRequest     trace = "a request"
	aListAnswer  trace = "the answer to a list"
	pagesRead    trace = "the pages of a list"
	aSegment     trace = "a segment"
	itsEnd       trace = "the end of a segment's creation"
	aLink        trace = "a link"
	theConnector trace = "a connector"
	aRenaming    trace = "a new name"
	aDestination trace = "the update of a destination"
)

// leaves are the steps that leave a trace, by their examples. Every When step
// leaves an answer too.
var leaves = map[trace][]string{
	anAnswer: {"a request that succeeds: list-invitations", "a segment was created", "the segment can be retrieved",
		"a segment with the molecules atomic, operation, atomic was sent", "the destination can be retrieved", "a connector was created",
		"a connector was published", "the target's own connector was published", "a link was created", "a link on another segment was created"},
	aRequest: {"a request that succeeds: list-invitations"},
	aListAnswer: {"I list the invitations", "I list the invitations with page 0 and per_page 1", "I list the invitations after the last page",
		"I list the invitations with page 2 and per_page 1 and without an Authorization header"},
	pagesRead: {"I read the pages of the invitations", "I read the pages of the invitations in order asc"},
	aSegment: {"a segment was created", "a link was created", "a link on another segment was created", "I create a link",
		"I create a second segment of the same name"},
	itsEnd:       {"I follow its source URL until creation is complete", "I let the time for completion pass"},
	aLink:        {"a link was created", "I create a link", "a link on another segment was created"},
	theConnector: {"a connector was created", "I update the connector", "a connector was published", "the target's own connector was published"},
	aRenaming:    {"I rename the destination"},
	aDestination: {"I update the destination", "I rename the destination"},
}

// follows are the steps that speak of a trace, by their examples. Every Then
// step but those of pages speaks of an answer.
var follows = map[trace][]string{
	anAnswer: {"it is accepted"},
	aRequest: {"I send it again without an Authorization header", `I send it again with the token "personal"`, "I send it again with an invented token",
		"I send it again with the scheme Basic", `I send it again as "text/plain"`, `I send it again with the body {"name":`},
	aListAnswer: {`"data" is what page 1 holds`, `"data" is what per_page 25 holds`, "there are 25 records by default"},
	pagesRead: {"each record stands on one page", "total_records counts every record", "each page holds as many records as it should",
		"last_page is the last page with records", "each page names itself", "each page names its per_page", "next_page leads to the next page",
		"prev_page leads to the page before", "the newest record comes first", "the oldest record comes first"},
	aSegment: {"the segment can be retrieved", "I follow its source URL until creation is complete", "I read its source URL without an Authorization header",
		"I retrieve it without an Authorization header", "I read its source URL before the clock moves", "I let the time for completion pass", "it names its segment"},
	itsEnd: {"creation completes in time", "it stays complete", "it shows the source and the dataset that were sent",
		"the source URL shows every property of the retrieval"},
	aLink: {"I send it again in the same words", "I open its uri at its expiration", "I wait until it expires and open its uri",
		"the link is neither expired nor revoked", "its uri carries an authorization value", "it names the redirect_uri that was sent", "its uri opens nothing"},
	theConnector: {"I publish it again", "I update it after publishing", "the answer shows the label that was sent last", "the new label is kept", "the answer names the connector of the path"},
	aRenaming:    {"the answer shows the new name", "the new name is kept", "no other destination has the new name"},
	aDestination: {"the answer is about the destination of the path", "its objects are those that it lists"},
}

// judgesEach is the one judging step that names the promise of what it finds.
const judgesEach = "what the answer holds is as promised"

// judgesAlone are Then steps that send what they judge.
var judgesAlone = []string{"the objects of the empty destination are not the destination objects"}

// traced notes in a step what it leaves and what it speaks of.
func traced(s Step) Step {
	for t, examples := range leaves {
		if slices.Contains(examples, s.Example) {
			s.leaves = append(s.leaves, t)
		}
	}
	for t, examples := range follows {
		if slices.Contains(examples, s.Example) {
			s.follows = append(s.follows, t)
		}
	}
	switch {
	case s.Keyword == "When":
		s.leaves = append(s.leaves, anAnswer)
	case s.Keyword == "Then" && len(s.follows) == 0 && !slices.Contains(judgesAlone, s.Example):
		s.follows = []trace{anAnswer}
	}
	return s
}

// checkOrder tells which step of a scenario speaks of what no step before it
// left, and that one writes, moves the clock or judges without saying so.
func (sc *scenario) checkOrder(steps []Step) (errs map[int]error) {
	errs = map[int]error{}
	left := map[trace]bool{}
	for i, s := range steps {
		for _, t := range s.follows {
			if !left[t] && errs[i] == nil {
				errs[i] = fmt.Errorf("the step %q speaks of %s, which no step before it leaves: put one like %q there", sc.steps[i].text, t, leaves[t][0])
			}
		}
		for _, t := range s.leaves {
			left[t] = true
		}
		switch {
		case errs[i] != nil:
		case s.writes(sc.steps[i].text) && !sc.writes:
			errs[i] = fmt.Errorf("the step %q writes: tag the scenario @writes", sc.steps[i].text)
		case s.Keyword == "Then" && len(sc.promises) > 1 && s.Example != judgesEach:
			errs[i] = fmt.Errorf("the step %q cannot tell which of the scenario's %d promises it judges: give it one @promise tag", sc.steps[i].text, len(sc.promises))
		case slices.Contains(turnsClock, s.Example) && !slices.Contains(sc.needs, "clock"):
			errs[i] = fmt.Errorf("the step %q turns a clock: tag the scenario @needs:clock", sc.steps[i].text)
		}
	}
	return errs
}

// turnsClock are the steps that need a deployment whose clock can be turned.
var turnsClock = []string{"the clock stands still", "I open its uri at its expiration", "I let the time for completion pass"}

// mark are the steps that change the deployment, beside those that send again
// what changed it.
var mark = []string{
	"a segment was created", "a segment with the molecules atomic, operation, atomic was sent", "a connector was created", "a connector was published",
	"the target's own connector was published", "a link was created", "a link on another segment was created", "I send it again in the same words",
	"I create a segment", `I create a segment without "name"`, `I create a segment whose "name" is ""`,
	`I create a segment whose molecule has the "operator" "perhaps"`, "I create a segment with the molecules atomic, operation, atomic",
	"I create a second segment of the same name", "I create a segment on a source that does not exist", "I rename the destination",
	"I update the destination", "I update a destination that does not exist", "I create a connector",
	"I create a connector without the object connector", "I create a second connector of the same service_name", "I update the connector",
	"I update the connector without the object connector", "I update the connector with another service_name",
	"I update a connector that does not exist", "I publish it again", "I update it after publishing", "I publish a connector that does not exist",
	"I create a link", "I create a link on a segment that does not exist", "I create a link on a source that does not exist",
	`I create a connector without "label"`, `I create a connector whose "icon_url" is "no URL"`, `I create a link without "redirect_uri"`,
	`I create a link back to "javascript:alert(1)"`, "I create a link back to a URL with a query",
}

// writes tells that a step changes the deployment.
func (s Step) writes(text string) bool {
	if s.names.noun == plainOperation.noun {
		o, _ := spec.OperationByID(s.expr.FindStringSubmatch(text)[1])
		return o.Method != http.MethodGet
	}
	return slices.Contains(mark, s.Example)
}
