// Package mutant has the mutants of the mutation run: fakes that break one
// promise each, to test the harness.
//
// A hand-written mutant is a wrapper around the whole handler; the fake never
// knows. It names the promise that it Breaks and those that the same responses
// break With it, because any other failed promise is a wrong result. Mechanical
// mutants are made from the contract: each member of a response dropped,
// dropped in the last item only, null, or of a wrong type.
//
// The command and tests import it; the fake does not. Start reading at All,
// then package edit, wrap.go, exchange.go and places.go for the tools for
// mutants. The mutants of lists, texts and tokens are packages list, text and token.
package mutant

import (
	"slices"

	"understudy/server/mutant/edit"
	"understudy/server/mutant/list"
	"understudy/server/mutant/text"
	"understudy/server/mutant/token"
	"understudy/spec"
)

// Mutant is one deliberately broken fake.
type Mutant = edit.Mutant

// Lab is what a mutant may use of the fake that it wraps.
type Lab = edit.Lab

// Together makes one fake that has the faults of several mutants.
var Together = edit.Together

type (
	object  = edit.Object
	wrapper = edit.Wrapper
)

// All returns the hand-written mutants.
func All() []Mutant {
	all := slices.Concat(list.Of(invites), invitations(), segments(), sources(), destinations(), list.Of(objects), destinationObjects(), sideObjects(),
		objectMembers(), list.Unsteady(), connectors(), connectorTexts(), connectorMembers(), links(), linksForUse(), list.Of(topicList), topics(), token.All(), text.All(),
		identities(), creationTimes(), bystanders(), rejections(), atTimes(), completions(),
		contradictions(), lateOnes(), listsOfOneResource(),
		atOnce(), across())
	for i := range all {
		all[i].Under = under[all[i].ID]
	}
	return all
}

// ByID finds a row of All.
func ByID(id string) (Mutant, bool) {
	all := All()
	i := slices.IndexFunc(all, func(m Mutant) bool { return m.ID == id })
	if i < 0 {
		return Mutant{}, false
	}
	return all[i], true
}

// under are the variants of gaps that a mutant needs, by its id: under others of these gaps, what
// it breaks does not show. A mutant without an entry breaks its promise under all variants.
var under = variantsOf(map[edit.Variant][]string{
	{Gap: "bearer-lower-case", Operation: connecting, Variant: "accept"}:   {"connector-creation-status-ok-for-bearer"},
	{Gap: "bearer-lower-case", Operation: reconnecting, Variant: "accept"}: {"connector-update-status-ok-for-bearer"},
	{Gap: "bearer-lower-case", Operation: linking, Variant: "accept"}:      {"link-revoked-for-bearer", "link-status-success-for-bearer"},
	{Gap: "connector-publish-again", Operation: publishing, Variant: "refuse"}: {"publishing-behind-a-401", "publishing-behind-a-401-for-invented-tokens",
		"publishing-behind-a-401-for-other-workspaces", "publishing-behind-a-401-for-personal-tokens", "publishing-behind-a-401-for-revoked-tokens"},
	{Gap: "connector-service-name-sent-again", Operation: reconnecting, Variant: "ignore"}: {"connector-update-renames", "connector-update-renames-silently"},
	{Gap: "connector-unknown-status", Operation: reconnecting, Variant: "404"}:             {"connector-found-by-its-start", "connector-update-of-nothing", "connectors-created-in-vain"},
	{Gap: "link-redirect-scheme", Operation: linking, Variant: "refuse"}:                   {"link-after-a-rejected-one-leads-back-as-that"},
	{Gap: "molecule-group", Operation: creation, Variant: "accept"}:                        {"groups-never-complete"},
	{Gap: "molecules-empty", Operation: creation, Variant: "accept"}:                       {"dataset-not-required-without-molecules", "empty-never-complete", "source-lacks-empty-molecules"},
	{Gap: "page-past-end", Operation: invites, Variant: "empty"}:                           {"list-without-pagination-past-the-end", "past-the-end-begins-again", "total-zero-past-the-end"},
	{Gap: "page-past-end", Operation: objects, Variant: "empty"}:                           {"objects-past-the-end-begin-again", "objects-total-zero-past-the-end", "objects-without-data-past-the-end", "objects-grow-with-each-list"},
	{Gap: "segment-name-taken", Operation: creation, Variant: "accept"}:                    {"segment-name-null-as-none", "taken-name-shows-the-first-segment"},
	{Gap: "segment-unknown-status", Operation: linking, Variant: "404"}:                    {"link-on-no-segment"},
	{Gap: "source-code", Operation: spec.ReadSegmentSource, Variant: "200"}:                {"source-running-no-content"},
	{Gap: "source-unknown-status", Operation: creation, Variant: "404"}:                    {"segment-of-an-unknown-source-on-ours", "segment-of-nothing"},
	{Gap: "source-unknown-status", Operation: topicList, Variant: "404"}:                   {"topics-null-when-unknown"},
	{Gap: "topics-paging", Operation: topicList, Variant: "whole"}:                         {"last-topics-missing-at-times", "second-topic-missing-at-times", "topics-fewer-than-counted-at-times", "topic-names-moved-at-times"},
})

// variantsOf turns a table of mutants by variant round.
func variantsOf(mutants map[edit.Variant][]string) map[string][]edit.Variant {
	of := map[string][]edit.Variant{}
	for v, ids := range mutants {
		for _, id := range ids {
			of[id] = append(of[id], v)
		}
	}
	return of
}
