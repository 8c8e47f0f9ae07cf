package tokens

import (
	"encoding/json"
	"net/url"
	"slices"
	"strings"
	"unicode"

	"understudy/spec"
	"understudy/steps/builtin/rows"
	"understudy/steps/builtin/world"
	"understudy/steps/client"
	"understudy/steps/paging"
	"understudy/steps/scenario"
	"understudy/steps/vocabulary"
)

// OfElsewhere is the footprint of sending the token in other places.
func OfElsewhere(u vocabulary.Use) vocabulary.Footprint {
	return ofFaults(u, len(Elsewhere(u.Operation)))
}

// OfAlmostRight is the footprint of sending wrong tokens; one of them is empty, with a query.
func OfAlmostRight(u vocabulary.Use) vocabulary.Footprint {
	altered, words := almostRight(u.Operation)
	return ofFaults(u, len(altered)+1+len(words))
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

// tokenQuery are the parameters that services take a token from.
var tokenQuery = []string{"access_token", "access-token", "token", "auth_token", "auth", "authorization", "bearer", "jwt", "api_key",
	"apikey", "api_token", "key", "secret",
	"private_token", "personal_access_token", "session", "sid"}

// tokenHeaders are the headers that services take a token from.
var tokenHeaders = []string{"X-Api-Key", "X-Auth-Token", "X-Access-Token", "Access-Token", "Api-Key", "Token", "Cookie",
	"X-Authorization", "X-Forwarded-Authorization", "Private-Token", "X-Api-Token", "X-Token", "Auth-Token", "Authentication",
	"Proxy-Authorization"}

// Fault is a request that does not have the token after Bearer.
type Fault struct {
	Name   string
	Change func(*client.Request)
}

// after puts the right token after another word than Bearer.
func after(word client.Scheme) Fault {
	return Fault{"after " + string(word), func(r *client.Request) { r.Scheme = word }}
}

var (
	withoutScheme = Fault{"without a scheme", func(r *client.Request) { r.Scheme = client.NoScheme }}
	unspaced      = Fault{"after Bearer without a space", func(r *client.Request) { r.Scheme, r.Token = client.NoScheme, "Bearer"+r.Token }}
	asParameter   = Fault{"after Token token=", func(r *client.Request) { r.Scheme, r.Token = "Token", "token="+r.Token }}
)

// schemes put the right token after another word than Bearer, or after none.
var schemes = []Fault{withoutScheme, after("Basic"), after("Token"), after("ApiKey"), after("Bearer:"), unspaced, asParameter}

// schemesOf are those of the schemes that an operation gets: none, and the right token after
// other words. A list gets three; of the writes, which take more to look at, each gets some, so
// that together they get all.
func schemesOf(operation string) []Fault {
	if words, writes := map[string][]Fault{
		spec.UpdateDestination: {after("Bearer:")}, spec.CreateSegment: {after("Token")}, spec.UpdateConnector: {after("ApiKey"), unspaced},
		spec.CreateConnector: {after("Basic")}, spec.PublishConnector: {after("Token"), asParameter}, spec.CreateLink: {after("ApiKey")},
	}[operation]; writes {
		return append([]Fault{withoutScheme}, words...)
	}
	return schemes[:4]
}

// outside leaves Authorization out and puts the right token in all other places at once: a
// deployment that looks in one of them finds it there. It asks a list with pages for the
// largest one, by the number 0, which may be served in another way than others.
var outside = Fault{"outside Authorization", func(r *client.Request) {
	r.Scheme, r.TokenHeaders = client.NoToken, tokenHeaders
	query, _ := url.ParseQuery(r.Query)
	if hasPages(r.Operation) {
		query.Set("page", "0")
		query.Set("per_page", "100")
	}
	for _, name := range tokenQuery {
		query.Set(name, r.Token)
	}
	r.Query = query.Encode()
}}

// inBody leaves Authorization out and puts the right token into the body.
var inBody = Fault{"in the body", func(r *client.Request) {
	r.Scheme = client.NoToken
	var body map[string]any
	if json.Unmarshal(r.Body, &body) == nil && body != nil {
		body["access_token"], body["token"] = r.Token, r.Token
		*r = scenario.WithBody(*r, body)
	}
}}

// words stand in the place of the token where a program has none, or are made from it.
var words = []Fault{
	{"in other case", func(r *client.Request) { r.Token = inOtherCase(r.Token) }},
	{"undefined", func(r *client.Request) { r.Token = "undefined" }},
	{"after another one and a comma", func(r *client.Request) { r.Token = invented(r.Token) + ", Bearer " + r.Token + ", " + r.Token }},
	{"null", func(r *client.Request) { r.Token = "null" }},
	{"after Bearer twice", func(r *client.Request) { r.Token = "Bearer " + r.Token }},
}

const withQuery = ", with a query"

// with is the fault with a query: what serves pages or orders, or caches them, may check
// tokens in another way.
func (f Fault) with(q paging.Query) Fault {
	return Fault{f.Name + withQuery, func(r *client.Request) {
		f.Change(r)
		r.Query = q.Encode()
	}}
}

// onOtherPages gives three of the faults a query.
func onOtherPages(altered, words []Fault) []Fault {
	page2, asc := paging.Query{}.With("page", "2").With("per_page", "1"), paging.Query{}.With("order", "asc")
	empty := Fault{"empty", func(r *client.Request) { r.Token = "" }}.with(page2.With("order", "asc"))
	altered[0], words[0] = altered[0].with(page2), words[0].with(asc)
	return slices.Concat(altered, []Fault{empty}, words)
}

// hasPages reports whether an operation is a list with pages.
func hasPages(operation string) bool {
	return operation == spec.ListInvitations || operation == spec.ListDestinationObjects
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

// AlmostRight are the wrong tokens that an operation gets, except those of the target
// file, as one without letters is in other case.
func AlmostRight(w *world.World, operation string) (faults []Fault) {
	o, _ := spec.OperationByID(operation)
	right := w.TokenFor(o)
	names, words := almostRight(operation)
	for _, name := range names {
		altered := Other(w, name, right)
		faults = append(faults, Fault{name, func(r *client.Request) { r.Token = altered }})
	}
	if words = slices.Clone(words); hasPages(operation) {
		faults = onOtherPages(faults, words)
	} else {
		faults = append(faults, words...)
	}
	return slices.DeleteFunc(faults, func(f Fault) bool {
		r := client.Request{Token: right}
		f.Change(&r)
		return IsKnown(w, r.Token)
	})
}

// alterations are tokens that are made from the right one, beside AlteredAtItsEnd, which
// every operation gets.
var alterations = []string{"shortened", "lengthened", "empty", "altered at its start"}

// Elsewhere are the faults of the places that an operation gets.
func Elsewhere(operation string) []Fault {
	faults := append(slices.Clone(schemesOf(operation)), outside)
	if operation == spec.CreateConnector {
		faults = append(faults, inBody)
	}
	return faults
}

// ofWrite is, for each write, the wrong token that it gets beside the lengthened one: a write
// takes more to look at than a list.
var ofWrite = map[string]string{
	spec.UpdateDestination: "shortened", spec.CreateSegment: "undefined", spec.UpdateConnector: "after another one and a comma",
	spec.CreateConnector: "empty", spec.PublishConnector: "after Bearer twice", spec.CreateLink: "in other case",
}

// almostRight are the alterations and the words that an operation gets. The two lists that take
// the token of the workspace share them. The token of invitations is of another kind: that list
// gets all.
func almostRight(operation string) ([]string, []Fault) {
	switch operation {
	case spec.ListInvitations:
		return alterations, words
	case spec.ListTopics:
		return []string{"shortened", "lengthened"}, words[:3]
	case spec.ListDestinationObjects:
		return []string{"lengthened", "altered at its start"}, words[3:]
	}
	altered, others := []string{"lengthened"}, []Fault{}
	for _, name := range alterations {
		if name == ofWrite[operation] {
			altered = append(altered, name)
		}
	}
	for _, word := range words {
		if word.Name == ofWrite[operation] {
			others = append(others, word)
		}
	}
	return altered, others
}

// Missing is the fault of a request without an Authorization header.
const Missing = "missing"
