package requests

import (
	"understudy/spec"
	"understudy/steps/builtin/connectors/publishing"
	"understudy/steps/builtin/destinations"
	"understudy/steps/builtin/lists"
	"understudy/steps/builtin/responses"
	"understudy/steps/builtin/rows"
	"understudy/steps/builtin/tokens"
	"understudy/steps/builtin/world"
	"understudy/steps/client"
	"understudy/steps/outcome"
	"understudy/steps/paging"
	"understudy/steps/report"
	"understudy/steps/target"
	"understudy/steps/vocabulary"
)

// PlaceRows returns the steps on tokens in places other than after Bearer.
var PlaceRows = rows.Group{
	When: []vocabulary.Step{
		{
			Pattern: `^I list the ` + rows.Nouns + ` without a token, but with the cookies of earlier responses, as ` +
				`a browser would$`,
			Example: `I list the invitations without a token, but with the cookies of earlier responses, as a browser would`,
			Aliases: []string{`^I list the ` + rows.Nouns + ` with (?:the cookies that responses have set, ` +
				`but without a token|only the cookies that responses set, if any did)$`},
			Doc: "Requests the list without an Authorization header, with the cookies that responses of the run have set; if " +
				"none has, nothing is sent.",
			Provides: []vocabulary.Thing{rows.AListResponse},
			Func:     listWithCookies,
		},
		{
			Pattern: `^I send the request again with its token in wrong places, such as after Basic or in the query$`,
			Example: `I send the request again with its token in wrong places, such as after Basic or in the query`,
			Aliases: []string{`^I send it again with its token in (?:wrong places, such as after Basic or ` +
				`in the query|other places)$`},
			Doc: "Sends the request with the right token in a wrong place: after other words than Bearer, and without " +
				"Authorization in the query, a cookie, other headers and a body.",
			Requires:    []vocabulary.Thing{rows.ARequest},
			FootprintOf: tokens.OfElsewhere,
			Func:        againElsewhere,
		},
		{
			Pattern: `^I send the request again with wrong tokens, such as the right one with more letters$`,
			Example: `I send the request again with wrong tokens, such as the right one with more letters`,
			Aliases: []string{`^I send it again with (?:wrong tokens made from the right one, such as a shorter one|` +
				`tokens that are almost right)$`},
			Doc: "Sends the request with tokens made from the right one (shorter, longer, altered, in other case, twice), " +
				"with none after Bearer, and with the words null and undefined.",
			Requires:    []vocabulary.Thing{rows.ARequest},
			FootprintOf: tokens.OfAlmostRight,
			Func:        againAlmostRight,
		},
		{
			Pattern:  `^I send exactly the same update without an Authorization header$`,
			Example:  `I send exactly the same update without an Authorization header`,
			Aliases:  []string{`^I update it unchanged without an Authorization header$`},
			Doc:      "The update that succeeded, byte for byte, without a token: it would change nothing.",
			Requires: []vocabulary.Thing{rows.ARequest}, Writes: true,
			Func: againUnchanged,
		},
		{
			Pattern:    `^I update the destination without a name and with the token "(workspace|personal|other_workspace|revoked)"$`,
			Example:    `I update the destination without a name and with the token "other_workspace"`,
			Operations: []string{spec.UpdateDestination},
			Doc:        "samples.service_connection without its name is sent with another token of the target file.",
			Requires:   []vocabulary.Thing{rows.ARequest}, Writes: true,
			FootprintOf: rows.OfSendingAgainAs,
			Func:        namelessWithToken,
		},
		{
			Pattern: `^I list the ` + rows.Nouns + `(?: with (.+) and)? with the token "(workspace|personal|other_workspace|revoked|invented|random)"$`,
			Example: `I list the destination objects with page 2 and per_page 1 and with the token "other_workspace"`,
			Doc: "Requests the list, with a query or without one, and with another token of the target file, or an invented one " +
				"of the shape of the right one, which was called random before.",
			Provides:    []vocabulary.Thing{rows.AListResponse},
			FootprintOf: ofListingAs,
			Func:        listWithToken,
		},
	},
	Then: []vocabulary.Step{
		{
			Pattern: `^the response shows no resource$`, Example: `the response shows no resource`,
			Doc:  "The response has no resource, whatever its code and words are. Nothing is read back.",
			Func: showsNothing,
		},
		emptyNotShown("without a token", "without a token", "token-required"),
		emptyNotShown("with the invented token", "to a token that does not exist", "token-valid",
			"^the request with the random token does not get the empty list$"),
		emptyNotShown("with another workspace's token", "to another workspace's token", "workspace-token-own"),
		{
			Pattern: `^each of these requests is rejected and has no effect$`, Example: `each of these requests is rejected and has no effect`,
			Doc:         "No response has a resource, whatever its code and words are; the writes are read back together where that is possible.",
			Requires:    []vocabulary.Thing{rows.ARequest},
			FootprintOf: rows.OfReadingBack,
			Func:        eachRejected,
		},
	},
}

// emptyNotShown is the check of a faulty request for an empty list, by the fault that was
// sent, as the step and its old text name it, and the promise that it breaks; aliases are newer old texts.
func emptyNotShown(fault, old, promise string, aliases ...string) vocabulary.Step {
	text := "the request " + fault + " does not get the empty list"
	return vocabulary.Step{
		Pattern: "^" + text + "$", Example: text,
		Aliases: append(aliases, "^the empty list is not shown "+old+"$"),
		Doc: "The response is not the empty list, unless the same request for a list with records gets an empty " +
			"one, too.",
		Requires: []vocabulary.Thing{rows.AListResponse}, Footprint: rows.OfAsking,
		Checks: promise,
		Func:   showsNoEmptyList,
	}
}

// againElsewhere sends the request with its token in wrong places.
//
// Promise token-required
func againElsewhere(w *world.World) error { return sendWithFaults(w, tokens.Elsewhere(w.Operation)) }

// againAlmostRight sends tokens that are derived from the right one, and words such as null.
//
// Promise token-valid
func againAlmostRight(w *world.World) error {
	return sendWithFaults(w, tokens.AlmostRight(w, w.Operation))
}

// sendWithFaults sends one request with one fault after another: the request that the steps
// before it have sent with other faults, until they are checked. Their check reads back only
// once what any of them may have written.
func sendWithFaults(w *world.World, faults []tokens.Fault) error {
	if w.Operation == spec.PublishConnector {
		for _, f := range faults {
			if err := publishing.TakeFaulty(w, f.Name); err != nil {
				return err
			}
			w.Several = append(w.Several, w.Last)
		}
		return nil
	}
	if w.Faultless == nil {
		r, err := anotherRequest(w)
		if err != nil {
			return err
		}
		w.Faultless = &r
	}
	for _, f := range faults {
		r := *w.Faultless
		f.Change(&r)
		if e := tokens.SentAsOther(w, r); e != nil {
			w.Take(e)
		} else {
			w.Send(r)
		}
		w.Several = append(w.Several, w.Last)
	}
	return nil
}

// eachRejected checks several rejections by their effect, and reads back once what any of
// them may have written.
//
// Promise token-required
// Promise token-valid
func eachRejected(w *world.World) error {
	for _, e := range w.Several {
		if what := w.LookForResource(e); what != "" {
			return outcome.Found(e, "the request to be rejected and to have no effect", "HTTP %d with %s%s", e.Status, what, w.IfRevoked(e))
		}
	}
	return responses.IsRejectedWithoutEffect(w)
}

// againUnchanged sends an update that succeeded once more, without a token.
func againUnchanged(w *world.World) error {
	r := w.Last.Request
	r.Scheme, r.Allowed = client.NoToken, false
	w.Send(r)
	return nil
}

// listWithCookies sends what a browser sends after a request with a token.
func listWithCookies(w *world.World, noun string) error {
	if !w.Run.Client.HasCookies() {
		return nil
	}
	r, err := lists.Faulty(w, noun, "")
	if err != nil {
		return err
	}
	r.Scheme, r.Cookies = client.NoToken, true
	w.Send(r)
	return nil
}

// namelessWithToken sends an update that names nothing with a wrong token.
func namelessWithToken(w *world.World, name string) error {
	if err := w.Has(target.SampleServiceConnection); err != nil {
		return err
	}
	r := destinations.NamelessRequest(w)
	w.Operation = r.Operation
	var err error
	if r.Token, err = tokens.Wrong(w, name); err == nil {
		w.Send(r)
	}
	return err
}

// showsNothing checks the response to a rejected request that would change nothing.
//
// Promise token-required
// Promise workspace-token-own
func showsNothing(w *world.World) error {
	if what := w.LookForResource(w.Last); what != "" {
		return outcome.Found(w.Last, "the request to be rejected", "HTTP %d with %s", w.Last.Status, what)
	}
	return nil
}

// showsNoEmptyList checks the response to a faulty request for a list that is empty. An
// empty list rejects a request where it is all that such a token gets to see. Where the
// deployment rejects the request for a list with records in another way, it shows this one
// without a valid token. Another workspace may have an empty list of its own under the
// same id, where ids are counted per workspace.
//
// Promise token-required
// Promise token-valid
// Promise workspace-token-own
func showsNoEmptyList(w *world.World) error {
	shown := w.Last
	if !isEmptyList(shown) {
		return nil
	}
	r, err := w.ListRequest(paging.OfOperation(shown.Operation), w.Query)
	if err != nil {
		return err
	}
	r.Allowed, r.Scheme, r.Token = false, shown.Scheme, shown.Token
	other := w.Do(r)
	switch {
	case isEmptyList(other):
		return nil
	case other.Broken() || other.Throttled():
		return outcome.Skip(report.Inconclusive, "the same request for the %s: %s", paging.OfOperation(shown.Operation).Noun, other.Outcome())
	case shown.Token == w.Run.Target.Tokens.OtherWorkspace && tokens.MayHaveItsOwn(w, w.List):
		return outcome.Skip(report.MissingTestData, "the other workspace may have a resource of its own under the same id")
	}
	return outcome.Found(shown, "the request to be rejected, as that for the "+paging.OfOperation(shown.Operation).Noun+" is",
		"HTTP %d with the empty list", shown.Status)
}

// isEmptyList reports whether a response is the success of a list without records.
func isEmptyList(e *client.Exchange) bool {
	data := e.Get("data")
	return e.Accepted() && e.IsJSON() && e.Get("status").String() == "success" && e.Get("pagination").IsObject() && data.IsArray() &&
		len(data.Array()) == 0
}

// listWithToken reads a list with a documented query and a wrong token.
func listWithToken(w *world.World, noun, text, name string) error {
	for _, key := range optionalTokens(name) {
		if err := w.Has(key); err != nil {
			return err
		}
	}
	r, err := lists.Faulty(w, noun, text)
	if err != nil {
		return err
	}
	w.Operation = w.List.Operation
	if r.Token, err = tokens.Wrong(w, name); err != nil {
		return err
	}
	w.Send(r)
	return nil
}

// ofListingAs is the footprint of one request and of finding out where its token is accepted.
func ofListingAs(u vocabulary.Use) vocabulary.Footprint {
	f := rows.OfAsking
	switch token := u.Groups[len(u.Groups)-1]; token {
	case "workspace", "personal":
		f = f.Plus(rows.OfFindingAList(token))
	case "other_workspace":
		f = f.Plus(rows.OfReadingIDs(spec.ListDestinationObjects))
	}
	return f
}
