// Package responses has the built-in steps on any response: a success, a rejection
// without effect, the contract.
//
// Start reading at IsRejectedWithoutEffect: most scenarios on rejections end there.
package responses

import (
	"errors"
	"net/http"
	"slices"
	"strings"

	"github.com/tidwall/gjson"

	"understudy/spec"
	"understudy/spec/contract"
	"understudy/steps/builtin/connectors"
	"understudy/steps/builtin/destinations"
	"understudy/steps/builtin/links"
	"understudy/steps/builtin/lists"
	"understudy/steps/builtin/rows"
	"understudy/steps/builtin/world"
	"understudy/steps/client"
	"understudy/steps/jsonvalue"
	"understudy/steps/outcome"
	"understudy/steps/report"
	"understudy/steps/scenario"
	"understudy/steps/vocabulary"
)

// Rows are the steps on any response.
var Rows = rows.Group{
	Then: []vocabulary.Step{
		{
			Pattern: `^the response is a success$`, Example: `the response is a success`,
			Aliases: []string{`^the answer is a success$`},
			Doc:     "An allowed request was not rejected.",
			Func:    lists.IsSuccess,
		},
		{
			Pattern: `^"([a-z_.0-9]+)" is (\d+)$`, Example: `"pagination.page" is 1`,
			Doc:  "The number at a gjson path of the last response. To the request of a list that was seen before, it has to be a success.",
			Func: lists.NumberIs,
		},
		{
			Pattern: `^the response matches the contract$`, Example: `the response matches the contract`, ChecksContract: true,
			Aliases: []string{`^what the answer holds is as promised$`},
			Doc: "No response of the scenario broke the contract at a place that belongs to one of its promises: those of its " +
				"tags, else all of the operation. A promise about members that no response had is skipped.",
			Func: matchesContract,
		},
		{
			Pattern: `^each record has both "([a-z_]+)" and "([a-z_]+)" or neither$`,
			Example: `each record has both "claimed_at" and "claimed_by_id" or neither`,
			Doc: "In every record two members are both set or both null or absent. An id of 0, in a member whose name ends with _id, " +
				"counts as null.",
			Func: bothOrNeither,
		},
		{
			Pattern: `^the request is rejected and has no effect$`, Example: `the request is rejected and has no effect`,
			Aliases: []string{`^nothing is given away or done$`},
			Doc: "The response shows no resource, whatever its code and text. A rejected write is read back where that is " +
				"possible. Outside the document's endpoints, a success with JSON fails, too.",
			FootprintOf: rows.OfReadingBack,
			Func:        IsRejectedWithoutEffect,
		},
		{
			Pattern: `^the response shows no other (segment|connector|destination)$`,
			Example: `the response shows no other segment`,
			Aliases: []string{`^the response shows no other published (connector)$`,
				`^no other (?:published )?(segment|connector|destination) is shown or changed$`,
				`^it is about no other (?:published )?(segment|connector|destination)$`},
			Doc: "The response shows no segment except the one in the path, and a success matches the contract. The run's " +
				"destination does not have the name that was sent to another one.",
			FootprintOf: rows.OfAnother,
			Func:        showsNoOther,
		},
	},
}

// matchesContract checks every promise of the scenario with the contract check of the
// scenario's responses. A promise for which no response showed anything counts as not
// seen, not as a pass.
func matchesContract(w *world.World) error {
	if err := w.Usable(w.Last); err != nil {
		var s *outcome.Skipped
		if !errors.As(err, &s) || s.By != "bodies-are-json" || !slices.Contains(w.Text.Promises, s.By) {
			return err
		}
	}
	unseen := 0
	for _, id := range w.Text.Promises {
		if v, e := w.ViolationsOf(id); v != nil {
			w.Fail(&outcome.Finding{Promise: id, Expected: v.Expected, Actual: v.Found, Pointer: v.Pointer, Exchange: e})
			continue
		}
		if !hasSeen(w, id) {
			unseen++
			w.Unseen(id, report.Reason{Kind: report.NoItemSeen, Text: "no response contained what the promise is about"})
		}
	}
	if unseen == len(w.Text.Promises) && w.Result.Verdict != report.Fail {
		return outcome.Skip(report.NoItemSeen, "no response contained what the promises are about")
	}
	return nil
}

// hasSeen reports whether a response of the scenario showed a value that the promise is
// about: a promise that owns no member is about every response.
func hasSeen(w *world.World, promise string) bool {
	for _, e := range w.Exchanges {
		if !e.Accepted() {
			continue
		}
		owned, seen := false, scenario.SeenIn(e)
		for _, m := range contract.Members(e.Operation) {
			if m.Promise != promise {
				continue
			}
			owned = true
			if seen[m.Pattern].NonNull > 0 {
				return true
			}
		}
		if !owned {
			return true
		}
	}
	return false
}

// bothOrNeither checks that two members of each record are set together, on all
// pages that the scenario has read.
//
// Promise invitation-claim-is-whole
func bothOrNeither(w *world.World, a, b string) error {
	if err := w.Usable(w.Last); err != nil {
		return err
	}
	seen := false
	for _, e := range w.Exchanges {
		if e.Unread != "" {
			w.Remark("a page was too large to be kept until its records were looked at for %s and %s", a, b)
		}
		for _, r := range e.Records() {
			x, y := r.Get(a), r.Get(b)
			if isSet(a, x) != isSet(b, y) {
				return outcome.Found(e, a+" and "+b+" both set or neither", "%s %s and %s %s", a, client.Shown(x), b, client.Shown(y))
			}
			seen = seen || isSet(a, x)
		}
	}
	if !seen {
		return outcome.Skip(report.NoItemSeen, "no record has %s set", a)
	}
	return nil
}

// isSet reports whether a member has a value. The id 0 is that of nothing, and so is a time in the
// year 1, with which some languages begin to count.
func isSet(name string, v gjson.Result) bool {
	isNothing := v.Type == gjson.Number && v.Num == 0 && strings.HasSuffix(name, "_id")
	if at, _, err := contract.ParseTime(v.Str); err == nil {
		isNothing = isNothing || at.Year() <= 1
	}
	return v.Type != gjson.Null && !isNothing
}

// showsNoOther checks the response about an unknown resource: where it shows a
// resource, that must be the requested one, which the request may have created.
func showsNoOther(w *world.World, noun string) error {
	if noun == "destination" {
		if done := destinations.WasRenamed(w, w.Last).Effect; done != "" {
			return outcome.Found(w.Last, "no other "+noun+" than the one asked for to be changed", "HTTP %d, and %s", w.Last.Status, done)
		}
	}
	if err := claimsNoSuccess(w); err != nil || w.Last.Effect() == "" {
		return err
	}
	member, asked := world.NamedByPath(w.Last)
	if v := w.Last.Get(member); member == "" || v.String() != asked && jsonvalue.Number(v) != asked {
		return outcome.Found(w.Last, "no other "+noun+" than the one asked for", "%s", w.Last.Effect())
	}
	return nil
}

// claimsNoSuccess holds the echo of a link on an unknown resource to that of a success
// where its status is that of one: a rejection may have any other form.
//
// Promise link-redirect-echoed
func claimsNoSuccess(w *world.World) error {
	e := w.Last
	if e.Operation != spec.CreateLink || !e.OK() || e.Get("status").String() != "created" {
		return nil
	}
	if f := links.EchoesAnother(e); f != nil {
		return w.BlockedOn(f.Promise, f)
	}
	return nil
}

// IsRejectedWithoutEffect checks a rejection by its effect. Where the contract does not say
// which resource a success shows, as outside the document's endpoints, a success with JSON
// is an effect; for the uri of a link, any success is one.
//
// Promise token-required
// Promise token-valid
// Promise workspace-token-kind
// Promise workspace-token-own
// Promise personal-token-kind
// Promise segment-name-required
// Promise segment-molecules-required
// Promise segment-dataset-required
// Promise creation-needs-connector
// Promise update-needs-connector
// Promise one-operation-molecule
func IsRejectedWithoutEffect(w *world.World) error {
	defer w.EndFaulty()
	e := w.Last
	if e.Broken() {
		w.Remark("the rejection is not a response that a client can use: %s", e.Outcome())
		if e.Err != nil {
			return nil
		}
	}
	what := shown(w, e)
	if what != "" && connectors.MayBeAnothers(w, e) {
		return outcome.Skip(report.Inconclusive, "an update creates a connector that does not exist: the other workspace may have got one of its own")
	}
	if what != "" {
		return outcome.Found(e, "the request to be rejected and to have no effect", "HTTP %d with %s%s", e.Status, what, w.IfRevoked(e))
	}
	if isOpenedLink := e.Operation == spec.CreateLink && e.Method == http.MethodGet; e.Accepted() && !e.KnowsEffect() &&
		(isOpenedLink || e.IsJSON()) {
		return outcome.Found(e, "the request to be rejected", "%s", e.Outcome())
	}
	if e.Method == http.MethodGet {
		return nil
	}
	if readBack := readBacks[e.Operation]; readBack != nil {
		read := readBack(w, e)
		if read.Effect != "" {
			return outcome.Found(e, "the rejected request to have no effect", "HTTP %d, and %s", e.Status, read.Effect)
		}
		if read.Response != nil {
			return nil
		}
	}
	w.NotReadBack("no read-back shows whether the rejected " + e.Method + " had an effect: only its response was checked")
	return nil
}

// shown says what a rejection shows or proves to be done. Without a valid token it must show a
// resource nowhere. With one it may show what is there already, as it is: what a code of a
// rejection means for that is read back.
func shown(w *world.World, e *client.Exchange) string {
	o := spec.OperationOf(e.Operation)
	if e.Scheme != client.Bearer || e.Token != w.TokenFor(o) {
		return w.LookForResource(e)
	}
	if e.Status >= http.StatusBadRequest && updates[e.Operation] {
		return ""
	}
	return e.Effect()
}

// updates are the operations on what is there already.
var updates = map[string]bool{spec.UpdateDestination: true, spec.UpdateConnector: true, spec.PublishConnector: true}

// readBacks say, per operation, how a rejected write is read back.
var readBacks = map[string]func(w *world.World, rejected *client.Exchange) world.ReadBack{
	spec.UpdateDestination: destinations.WasRenamed,
	spec.UpdateConnector:   connectors.ReadBackUpdate,
	spec.CreateConnector:   connectors.ReadBackCreation,
}
