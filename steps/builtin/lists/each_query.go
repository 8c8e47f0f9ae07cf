package lists

import (
	"errors"
	"strings"

	"understudy/steps/builtin/world"
	"understudy/steps/client"
	"understudy/steps/feature"
	"understudy/steps/outcome"
	"understudy/steps/paging"
)

// ofQueries is the footprint of a request for each query between semicolons.
func ofQueries(u feature.Use) feature.Footprint {
	return feature.Footprint{Requests: strings.Count(u.Groups[len(u.Groups)-1], ";") + 1}
}

// noQuery stands for a request without a query among several.
const noQuery = "no query"

// listWithEach sends a request for each query of a text.
func listWithEach(w *world.World, noun, texts string) error {
	var all []listed
	for _, text := range strings.Split(texts, "; ") {
		var q paging.Query
		var err error
		if text != noQuery {
			q, err = paging.ParseQuery(text)
		}
		if err == nil {
			err = listAs(w, noun, q)
		}
		if err != nil {
			return err
		}
		all = append(all, listed{q, w.Last})
	}
	ofScenario(w).together = all
	return nil
}

// listed is a list request with its response.
type listed struct {
	query    paging.Query
	response *client.Exchange
}

// lastListed returns the last list request.
func lastListed(w *world.World) listed { return listed{w.Query, w.Last} }

// onEachQuery checks the last response to a list request, or each response where the last
// step sent several. A violation in one is a failure; one that cannot be checked is left
// out, with a remark, where another can be.
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
			return err
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
