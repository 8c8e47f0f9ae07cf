package lists

import (
	"errors"
	"strings"

	"understudy/spec/pattern"
	"understudy/steps/builtin/world"
	"understudy/steps/client"
	"understudy/steps/outcome"
	"understudy/steps/paging"
	"understudy/steps/vocabulary"
)

// oneQuery is the pattern of one of several queries of a step.
const oneQuery = `(?:without a query|with ` + oneParameter + `(?: and ` + oneParameter + `)*)`

const oneParameter = `(?:page|per_page|order) (?:"[^"]*"|[^\s",]+)`

var eachQuery = pattern.Lazy(oneQuery)

// queriesIn returns the queries of a text, which may be in the words of an earlier release:
// `page 0; no query`.
func queriesIn(text string) (queries []string) {
	if !strings.HasPrefix(text, "with") {
		return strings.Split(text, "; ")
	}
	for _, q := range eachQuery().FindAllString(text, -1) {
		queries = append(queries, strings.TrimPrefix(q, "with "))
	}
	return queries
}

// rewriteQueries gives the groups of a text in the words of an earlier release those of today.
func rewriteQueries(groups []string) []string {
	queries := queriesIn(groups[1])
	for i, q := range queries {
		if queries[i] = "with " + q; q == "no query" || q == "without a query" {
			queries[i] = "without a query"
		}
	}
	return []string{groups[0], strings.Join(queries, ", then ")}
}

// ofQueries is the footprint of a request for each query.
func ofQueries(u vocabulary.Use) vocabulary.Footprint {
	return vocabulary.Footprint{Requests: len(queriesIn(u.Groups[len(u.Groups)-1]))}
}

// listWithEach sends a request for each query of a text.
func listWithEach(w *world.World, noun, texts string) error {
	var all []listed
	for _, text := range queriesIn(texts) {
		var q paging.Query
		var err error
		if text != "without a query" && text != "no query" {
			q, err = paging.ParseQuery(text)
		}
		if err == nil {
			err = listAs(w, noun, q)
		}
		if err != nil {
			return err
		}
		all = append(all, listed{q, w.Last, text})
	}
	ofScenario(w).together = all
	return nil
}

// listed is a list request with its response.
type listed struct {
	query    paging.Query
	response *client.Exchange
	// text is the query as the step has it, if it has several.
	text string
}

// named returns a finding with the query that it is about, if there are several.
func (l listed) named(err error) error {
	var f *outcome.Finding
	if l.text == "" || !errors.As(err, &f) {
		return err
	}
	query := "with " + l.text
	if len(l.query) == 0 {
		query = "without a query"
	}
	of := *f
	of.Expected = "for the request " + query + ": " + f.Expected
	return &of
}

// lastListed returns the last list request.
func lastListed(w *world.World) listed { return listed{query: w.Query, response: w.Last} }

// onEachQuery checks the last response to a list request, or each response where the last
// step sent several. A violation in one is a failure, which names its query; one that cannot
// be checked is left out, with a remark, where another can be.
func onEachQuery(w *world.World, check func(listed) error) error {
	all := []listed{lastListed(w)}
	if n := len(ofScenario(w).together); n > 0 && ofScenario(w).together[n-1].response == w.Last {
		all = ofScenario(w).together
	}
	var skips []error
	for _, l := range all {
		err := check(l)
		var skip *outcome.Skipped
		switch {
		case errors.As(err, &skip):
			skips = append(skips, err)
		case err != nil:
			return l.named(err)
		}
	}
	if len(skips) == len(all) {
		return skips[0]
	}
	for _, err := range skips {
		w.Remark("not checked for each query: %v", err)
	}
	return nil
}
