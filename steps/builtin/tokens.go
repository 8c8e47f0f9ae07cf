package builtin

import (
	"encoding/json"
	"slices"
	"strconv"

	"github.com/tidwall/gjson"

	"understudy/spec"
	"understudy/steps/builtin/rows"
	"understudy/steps/builtin/world"
	"understudy/steps/client"
	"understudy/steps/feature"
	"understudy/steps/paging"
	"understudy/steps/report"
	"understudy/steps/scenario"
)

// TokenRows are the steps on tokens.
var TokenRows = rows.Group{
	Given: []feature.Step{
		{
			Pattern: `^the tokens "([a-z_]+)" and "([a-z_]+)" differ$`, Example: `the tokens "workspace" and "personal" differ`,
			Doc:  "Two tokens of the target file are not the same; else the scenario is skipped: narrowed.",
			Func: differ,
		},
	},
	When: []feature.Step{
		{
			Pattern: `^I send it again without an Authorization header$`, Example: `I send it again without an Authorization header`,
			Doc:         "The request of `a successful … request`, with new names, without a token.",
			Requires:    []feature.Thing{rows.ARequest},
			FootprintOf: rows.OfSendingAgain,
			Func:        againWithoutToken,
		},
		{
			Pattern: `^I send it again with the token "(workspace|personal|other_workspace|revoked)"$`, Example: `I send it again with the token "personal"`,
			Doc:         "The same request with another token of the target file.",
			Requires:    []feature.Thing{rows.ARequest},
			FootprintOf: rows.OfSendingAgain,
			Func:        againWithToken,
		},
		{
			Pattern: `^I send it again with a random token$`, Example: `I send it again with a random token`,
			Aliases:     []string{`^I send it again with an invented token$`},
			Doc:         "The same request with a random token of the shape of the right one.",
			Requires:    []feature.Thing{rows.ARequest},
			FootprintOf: rows.OfSendingAgain,
			Func:        againWithInventedToken,
		},
		{
			Pattern: `^I send it again with the scheme (bearer|Basic)$`, Example: `I send it again with the scheme Basic`,
			Doc:         "The same request with the right token, after `bearer` in lower case or as the password of HTTP Basic with the user bearer.",
			Requires:    []feature.Thing{rows.ARequest},
			FootprintOf: rows.OfSendingAgain,
			Func:        againWithScheme,
		},
	},
}

func againWithoutToken(w *world.World) error {
	return severally(w, []placeFault{{name: missing, change: func(r *client.Request) { r.Scheme = client.NoToken }}})
}

// againWithScheme sends the right token in another way.
func againWithScheme(w *world.World, scheme string) error {
	sent := client.Scheme(scheme)
	if scheme == "Basic" {
		sent = client.Password
	}
	return again(w, scheme, func(r *client.Request) { r.Scheme = sent })
}

// againWithToken sends another token: one of the target's, or one made from
// the right one.
func againWithToken(w *world.World, name string) error {
	other, err := wrongToken(w, name)
	if err != nil {
		return err
	}
	return severally(w, []placeFault{{name: name, change: func(r *client.Request) { r.Token = other }}})
}

// againWithInventedToken sends a token that was never given out.
func againWithInventedToken(w *world.World) error { return againWithToken(w, "invented") }

// opens shows that the target file's token of a kind opens something: of one that
// is invalid, a rejection says nothing about its kind.
func opens(w *world.World, kind spec.TokenKind) error {
	for _, o := range spec.Operations {
		if o.Token == kind && w.Run.Operations.HasSucceeded(o.ID) {
			return nil
		}
	}
	if opened, err := ofRun(w.Run).opened.Of(kind).Get(func() (bool, error) { return readsAny(w, kind), nil }); opened || err != nil {
		return err
	}
	return scenario.Skip(report.MissingTestData, "no list was read with %s, and an invalid token is rejected whatever its kind", scenario.TokenKeys[kind].Key)
}

// readsAny reads lists with a kind of token until one is shown.
func readsAny(w *world.World, kind spec.TokenKind) bool {
	for i := range paging.Listings {
		if o, _ := spec.OperationByID(paging.Listings[i].Operation); o.Token != kind {
			continue
		}
		if r, err := w.ListRequest(&paging.Listings[i], nil); err == nil && scenario.ShowsResource(w.Do(r)) {
			return true
		}
	}
	return false
}

// missing is the fault of a request without an Authorization header.
const missing = "missing"

// differ skips a scenario where two tokens are one.
func differ(w *world.World, a, b string) error {
	if otherToken(w, a, "") == otherToken(w, b, "") {
		return scenario.SkipFor("tokens."+b, report.Narrowed, "the tokens %s and %s of the target file are equal", a, b)
	}
	return nil
}

// oneIDForAll skips what asks for a resource of ours by another workspace's
// token, where each workspace counts ids of its own: the document does not say
// that they are counted over all, and the id leads to a resource of the other
// workspace then. Nothing must be written there.
func oneIDForAll(w *world.World) error {
	list, byID := rows.ListOfID[w.Operation]
	if !byID {
		return nil
	}
	apart, err := ofRun(w.Run).idsApart.Of(list).Get(func() (bool, error) { return idsApart(w, list), nil })
	if apart && err == nil {
		return scenario.Skip(report.MissingTestData, "the other workspace has a resource of its own under the same id")
	}
	return err
}

// idsApart reports whether an id of the target file leads the other workspace to
// another list. One record of ours among those that it is shown says that it
// does not.
func idsApart(w *world.World, list string) (apart bool) {
	resources := w.Run.Target.Resources
	ids := []int64{resources.SourceID, resources.TopicsSourceID}
	if list == spec.ListDestinationObjects {
		ids = []int64{resources.DestinationID, resources.ObjectsDestinationID}
	}
	slices.Sort(ids)
	for _, id := range slices.Compact(ids) {
		if id == 0 {
			continue
		}
		theirs, shown := recordsFor(w, list, strconv.FormatInt(id, 10), w.Run.Target.Tokens.OtherWorkspace)
		if !shown {
			continue
		}
		if list == spec.ListDestinationObjects && namedApart(w, id) {
			return true
		}
		ours, _ := recordsFor(w, list, strconv.FormatInt(id, 10), w.Run.Target.Tokens.Workspace)
		if shareOne(ours, theirs) {
			return false
		}
		if len(theirs) > 0 {
			apart = true
		} else if _, any := recordsFor(w, list, scenario.RandomID(), w.Run.Target.Tokens.OtherWorkspace); !any {
			apart = true // an empty list of its own, as it is shown none of what is not there
		}
	}
	return apart
}

// namedApart reports whether the two tokens are shown destinations of two names: two
// of one type may have the same objects.
func namedApart(w *world.World, id int64) bool {
	names := map[string]bool{}
	for _, token := range []string{w.Run.Target.Tokens.Workspace, w.Run.Target.Tokens.OtherWorkspace} {
		r := w.Request(spec.GetDestination, strconv.FormatInt(id, 10))
		r.Token, r.Allowed = token, false
		e := w.Do(r)
		name := e.Get("data.name")
		if !e.OK() || e.Rejected() || name.Type != gjson.String {
			return false
		}
		names[name.String()] = true
	}
	return len(names) == 2
}

// recordsFor are the records of a list as a token is shown it, if it is.
func recordsFor(w *world.World, list, id, token string) (records []gjson.Result, shown bool) {
	r := w.Request(list, id)
	r.Token, r.Allowed = token, false
	e := w.Do(r)
	data := e.Get("data")
	return data.Array(), e.OK() && !e.Rejected() && data.IsArray()
}

// shareOne reports whether a record is in both lists, however it is written.
func shareOne(a, b []gjson.Result) bool {
	content := func(r gjson.Result) string {
		text, _ := json.Marshal(r.Value()) // with the members in order
		return string(text)
	}
	in := map[string]bool{}
	for _, r := range a {
		in[content(r)] = true
	}
	return slices.ContainsFunc(b, func(r gjson.Result) bool { return in[content(r)] })
}
