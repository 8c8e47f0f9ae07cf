package builtin

import (
	"encoding/json"
	"net/http"
	"net/url"
	"slices"
	"strings"
	"unicode"

	"understudy/spec"
	"understudy/steps/builtin/rows"
	"understudy/steps/builtin/world"
	"understudy/steps/client"
	"understudy/steps/feature"
	"understudy/steps/paging"
	"understudy/steps/scenario"
)

// PlaceRows are the steps on what does not replace the token after Bearer.
var PlaceRows = rows.Group{
	When: []feature.Step{
		{
			Pattern: `^I send it again with its token in other places$`, Example: `I send it again with its token in other places`,
			Doc:         "The same request with the right token: without a scheme, after Token, after ApiKey, after Basic, and, without Authorization, in the query, in a cookie and in other headers at once. A list gets all of these, a write some, and the creation of a connector its token in the body.",
			Requires:    []feature.Thing{rows.ARequest},
			FootprintOf: ofSendingSeveral,
			Func:        againElsewhere,
		},
		{
			Pattern: `^I send it again with tokens that are almost right$`, Example: `I send it again with tokens that are almost right`,
			Doc:         "The same request with its token shortened, lengthened, altered at its start and at its end, and with none after the scheme; and with the tokens null and undefined, which programs send that have none, its token after Bearer twice and in other case: a list gets all of these, a write one.",
			Requires:    []feature.Thing{rows.ARequest},
			FootprintOf: ofSendingSeveral,
			Func:        againAlmostRight,
		},
		{
			Pattern: `^I update it unchanged without an Authorization header$`, Example: `I update it unchanged without an Authorization header`,
			Doc:      "The update that succeeded, byte for byte, without a token: it would change nothing.",
			Requires: []feature.Thing{rows.ARequest}, Writes: true,
			Func: againUnchanged,
		},
		{
			Pattern: `^I list the ` + rows.Nouns + ` with (.+) and with the token "(workspace|personal|other_workspace|revoked)"$`, Example: `I list the destination objects with page 2 and per_page 1 and with the token "other_workspace"`,
			Doc:         "Requests the list with a query and another token of the target file.",
			Provides:    []feature.Thing{rows.AListResponse},
			FootprintOf: ofListingAs,
			Func:        listWithToken,
		},
	},
	Then: []feature.Step{
		{
			Pattern: `^the response shows no resource$`, Example: `the response shows no resource`,
			Doc:  "The response has no resource, whatever its code and words are. Nothing is read back.",
			Func: showsNothing,
		},
		{
			Pattern: `^each of these requests is rejected and has no effect$`, Example: `each of these requests is rejected and has no effect`,
			Doc:         "No response has a resource, whatever its code and words are; the writes are read back together where that is possible.",
			Requires:    []feature.Thing{rows.ARequest},
			FootprintOf: rows.OfReadingBack,
			Func:        eachRejected,
		},
	},
}

// tokenQuery are the parameters that services take a token from.
var tokenQuery = []string{"access_token", "token", "auth_token", "api_key", "key"}

// tokenHeaders are the headers that services take a token from.
var tokenHeaders = []string{"X-Api-Key", "X-Auth-Token", "X-Access-Token", "Access-Token", "Api-Key", "Token", "Cookie"}

// placeFault is a request that does not have the token after Bearer.
type placeFault struct {
	name   string
	change func(*client.Request)
}

// schemes put the right token after another word than Bearer, or after none.
var schemes = []placeFault{
	{"without a scheme", func(r *client.Request) { r.Scheme = client.NoScheme }},
	{"after Basic", func(r *client.Request) { r.Scheme = "Basic" }},
	{"after Token", func(r *client.Request) { r.Scheme = "Token" }},
	{"after ApiKey", func(r *client.Request) { r.Scheme = "ApiKey" }},
}

// outside leaves Authorization out and puts the right token in all other places at once: a
// deployment that looks in one of them finds it there.
var outside = placeFault{"outside Authorization", func(r *client.Request) {
	r.Scheme, r.TokenHeaders = client.NoToken, tokenHeaders
	query, _ := url.ParseQuery(r.Query)
	for _, name := range tokenQuery {
		query.Set(name, r.Token)
	}
	r.Query = query.Encode()
}}

// inBody leaves Authorization out and puts the right token into the body.
var inBody = placeFault{"in the body", func(r *client.Request) {
	r.Scheme = client.NoToken
	var body map[string]any
	if json.Unmarshal(r.Body, &body) == nil && body != nil {
		body["access_token"], body["token"] = r.Token, r.Token
		*r = scenario.WithBody(*r, body)
	}
}}

// words stand in the place of the token where a program has none.
var words = []placeFault{
	{"null", func(r *client.Request) { r.Token = "null" }},
	{"undefined", func(r *client.Request) { r.Token = "undefined" }},
	{"after Bearer twice", func(r *client.Request) { r.Token = "Bearer " + r.Token }},
	{"in other case", func(r *client.Request) { r.Token = inOtherCase(r.Token) }},
}

// inOtherCase is a token with its small letters as capitals and the reverse.
func inOtherCase(token string) string {
	return strings.Map(func(c rune) rune {
		if unicode.IsUpper(c) {
			return unicode.ToLower(c)
		}
		return unicode.ToUpper(c)
	}, token)
}

// againElsewhere sends the request with its token in other places.
//
// Promise token-required
func againElsewhere(w *world.World) error { return severally(w, elsewhere(w.Operation)) }

// againAlmostRight sends tokens that were made from the right one, and words.
//
// Promise token-valid
func againAlmostRight(w *world.World) error { return severally(w, almostRight(w, w.Operation)) }

// almostRight are the wrong tokens that an operation gets, but for those of the target
// file, as one without letters is in other case.
func almostRight(w *world.World, operation string) (faults []placeFault) {
	o, _ := spec.OperationByID(operation)
	right := w.TokenFor(o)
	for _, name := range alterations {
		altered := otherToken(w, name, right)
		faults = append(faults, placeFault{name, func(r *client.Request) { r.Token = altered }})
	}
	return slices.DeleteFunc(append(faults, ofEach(operation, words)...), func(f placeFault) bool {
		r := client.Request{Token: right}
		f.change(&r)
		return isKnown(w, r.Token)
	})
}

// alterations are the tokens that are made from the right one.
var alterations = []string{"shortened", "lengthened", "empty", "altered at its start", "altered at its end"}

// elsewhere are the faults of the places that an operation gets.
func elsewhere(operation string) []placeFault {
	faults := slices.Concat(schemes[:1], ofEach(operation, schemes[1:]), []placeFault{outside})
	if operation == spec.CreateConnector {
		faults = append(faults, inBody)
	}
	return faults
}

// lists.onEachQuery are those of some faults that an operation gets: a list gets all; of the writes,
// which take more to look at, each gets one, so that together they get all.
func ofEach(operation string, faults []placeFault) []placeFault {
	writes := spec.Those(func(o spec.Operation) bool { return o.Method != http.MethodGet })
	n := slices.Index(writes, operation)
	if n < 0 {
		return slices.Clip(faults)
	}
	return slices.Clip(faults[n%len(faults):][:1])
}

// severally sends one request with one fault after another, until they are checked: what
// one of them may have written is looked for once.
func severally(w *world.World, faults []placeFault) error {
	if w.Operation == spec.PublishConnector {
		for _, f := range faults {
			if err := faultyPublishing(w, f.name); err != nil {
				return err
			}
			w.Several = append(w.Several, w.Last)
		}
		return nil
	}
	if len(w.Several) == 0 {
		var err error
		if ofScenario(w).plain, err = anotherRequest(w); err != nil {
			return err
		}
	}
	for _, f := range faults {
		r := ofScenario(w).plain
		f.change(&r)
		w.Several = append(w.Several, w.Send(r))
	}
	return nil
}

// eachRejected checks several rejections by their effect, and reads back once what one of
// them may have written.
//
// Promise token-required
// Promise token-valid
func eachRejected(w *world.World) error {
	for _, e := range w.Several {
		if what := e.Effect(); what != "" {
			return scenario.Found(e, "the request to be rejected and to have no effect", "HTTP %d with %s", e.Status, what)
		}
	}
	return isRejectedWithoutEffect(w)
}

// againUnchanged sends an update that succeeded once more, without a token.
func againUnchanged(w *world.World) error {
	r := w.Last.Request
	r.Scheme, r.Allowed = client.NoToken, false
	w.Send(r)
	return nil
}

// showsNothing checks the response to a rejected request that would change nothing.
//
// Promise token-required
func showsNothing(w *world.World) error {
	if what := w.Last.Effect(); what != "" {
		return scenario.Found(w.Last, "the request to be rejected", "HTTP %d with %s", w.Last.Status, what)
	}
	return nil
}

// listWithToken reads a list in a query that the document shows, with a wrong token.
func listWithToken(w *world.World, noun, text, name string) error {
	q, err := paging.ParseQuery(text)
	if err != nil {
		return err
	}
	w.List, w.Query = paging.ListingOf(noun), q
	w.Operation = w.List.Operation
	r, err := w.ListRequest(w.List, q)
	if err != nil {
		return err
	}
	if r.Token, err = wrongToken(w, name); err != nil {
		return err
	}
	r.Allowed = false
	w.Send(r)
	return nil
}
