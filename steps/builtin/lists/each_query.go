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

// onEachQuery returns a check of the last response to a list request, or of each
// response where the last step sent several. A violation in one is a failure; one that
// cannot be checked is left out, with a remark, where another can be.
func onEachQuery(w *world.World, check func() error) error {
	all := []listed{{w.Query, w.Last}}
	if n := len(ofScenario(w).together); n > 0 && ofScenario(w).together[n-1].response == w.Last {
		all = ofScenario(w).together
	}
	defer func() { w.Query, w.Last = all[len(all)-1].query, all[len(all)-1].response }()
	var skips []error
	for _, l := range all {
		w.Query, w.Last = l.query, l.response
		err := check()
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
