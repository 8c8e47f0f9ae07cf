package tokens

import (
	"regexp"

	"understudy/spec"
	"understudy/steps/builtin/rows"
	"understudy/steps/builtin/world"
	"understudy/steps/client"
	"understudy/steps/paging"
	"understudy/steps/target"
	"understudy/steps/vocabulary"
)

// Fault is a request that does not have the right token after Bearer.
type Fault struct {
	Name   string
	Change func(*client.Request)
}

// Missing is the fault of a request without an Authorization header.
const Missing = "missing"

// wrongToken is a token by its name, see Other, and the query that a list gets with it: what serves
// pages or orders, or caches them, may check tokens in another way.
type wrongToken struct {
	name  string
	query paging.Query
}

// faults are those that an operation gets, in the order in which they are sent.
type faults struct {
	// places have the right token, wrong are made from it, or stand in its place where a program has
	// none.
	places []Fault
	wrong  []wrongToken
}

// named returns wrong tokens that are sent without a query.
func named(names ...string) (all []wrongToken) {
	for _, name := range names {
		all = append(all, wrongToken{name: name})
	}
	return all
}

var (
	page2    = paging.Query{}.With("page", "2").With("per_page", "1")
	asc      = paging.Query{}.With("order", "asc")
	page2Asc = page2.With("order", "asc")
	// ofAList are the places that every list gets.
	ofAList = []Fault{withoutScheme, afterBasic, afterToken, afterAPIKey, outside}
)

// faultsByOperation has the faults of each operation. A write takes more to look at than a list, so it gets few
// places and two tokens; the writes together get all places. The two lists that take the token of the
// workspace share the tokens. The token of invitations is of another kind: that list gets all.
var faultsByOperation = map[string]faults{
	spec.ListInvitations: {ofAList, []wrongToken{{Shortened, page2}, {Lengthened, nil}, {Empty, nil},
		{AlteredAtItsStart, nil}, {Empty, page2Asc}, {InOtherCase, asc}, {Undefined, nil}, {AfterAnotherOne, nil}, {Null, nil},
		{AfterBearerTwice, nil}}},
	spec.ListTopics: {ofAList, named(Shortened, Lengthened, InOtherCase, Undefined, AfterAnotherOne)},
	spec.ListDestinationObjects: {ofAList, []wrongToken{{Lengthened, page2}, {AlteredAtItsStart, nil}, {Empty, page2Asc},
		{Null, asc}, {AfterBearerTwice, nil}}},
	spec.UpdateDestination: {[]Fault{withoutScheme, afterColon, outside}, named(Lengthened, Shortened)},
	spec.CreateSegment:     {[]Fault{withoutScheme, afterToken, outside}, named(Lengthened, Undefined)},
	spec.CreateLink:        {[]Fault{withoutScheme, afterAPIKey, outside}, named(Lengthened, InOtherCase)},
	spec.CreateConnector:   {[]Fault{withoutScheme, afterBasic, outside, inBody}, named(Lengthened, Empty)},
	spec.UpdateConnector:   {[]Fault{withoutScheme, afterAPIKey, unspaced, outside}, named(Lengthened, AfterAnotherOne)},
	spec.PublishConnector:  {[]Fault{withoutScheme, afterToken, asParameter, outside}, named(Lengthened, AfterBearerTwice)},
}

// faultsOf returns the faults of an operation.
func faultsOf(operation string) faults {
	if f, ok := faultsByOperation[operation]; ok {
		return f
	}
	return faults{ofAList, named(Lengthened)}
}

// Elsewhere are the faults of the places that an operation gets.
func Elsewhere(operation string) []Fault { return faultsOf(operation).places }

// caseless are the forms in which a token may be the same in other case, perhaps after a prefix: a number in
// hexadecimal digits, such as a UUID, and one in base32, in capitals.
var caseless = regexp.MustCompile(`^(?:.*_)?(?:[0-9a-f-]+|[0-9A-Z-]+)$`)

// AlmostRight are the wrong tokens that an operation gets, except those of the target
// file, as one without letters is in other case, and those that may be the right one.
func AlmostRight(w *world.World, operation string) (all []Fault) {
	o := spec.OperationOf(operation)
	for _, wrong := range faultsOf(operation).wrong {
		right := w.TokenFor(o)
		token := Other(w, wrong.name, right)
		switch {
		case IsKnown(w, token), wrong.name == InOtherCase && caseless.MatchString(target.WithoutScheme(right)):
		case wrong.query == nil:
			all = append(all, Fault{wrong.name, func(r *client.Request) { r.Token = token }})
		default:
			all = append(all, Fault{wrong.name + withQuery, func(r *client.Request) {
				r.Token, r.Query = token, wrong.query.Encode()
			}})
		}
	}
	return all
}

const withQuery = ", with a query"

// hasPages reports whether an operation is a list with pages.
func hasPages(operation string) bool {
	return operation == spec.ListInvitations || operation == spec.ListDestinationObjects
}

// OfElsewhere is the footprint of sending the token in other places.
func OfElsewhere(u vocabulary.Use) vocabulary.Footprint {
	return ofFaults(u, len(Elsewhere(u.Operation)))
}

// OfAlmostRight is the footprint of sending wrong tokens. It counts an empty one with a query, which
// only lists with pages get, for every operation.
func OfAlmostRight(u vocabulary.Use) vocabulary.Footprint {
	n := len(faultsOf(u.Operation).wrong)
	if !hasPages(u.Operation) {
		n++
	}
	return ofFaults(u, n)
}

// ofFaults is the footprint of sending n requests with a fault.
func ofFaults(u vocabulary.Use, n int) (all vocabulary.Footprint) {
	f := rows.OfSendingAgain(u)
	all.Needs = f.Needs
	for range n {
		all = all.Plus(f)
	}
	return all
}
