package preflight

import (
	"bytes"
	"cmp"
	"context"
	"errors"
	"fmt"
	"maps"
	"slices"
	"strings"

	"understudy/spec"
	"understudy/steps/client"
	"understudy/steps/feature"
	"understudy/steps/outcome"
	"understudy/steps/paging"
	"understudy/steps/scenario"
	"understudy/steps/target"
	"understudy/steps/vocabulary"
)

// Setup is what Check finds out about a target.
type Setup struct {
	BaseURL string `json:"base_url"`
	// Operations are the nine of the document, in its order.
	Operations []Asked `json:"operations"`
	// Untried are the keys of tokens for which the target file makes no read
	// possible, although selected scenarios use them.
	Untried []string `json:"untried"`
	// Unproven are the keys of tokens that are rejected like an invalid one:
	// whether they are valid is unknown.
	Unproven []string `json:"unproven"`
	// Rejected are the ids of the target file that their list rejected.
	Rejected []Rejection `json:"rejected"`
	// Selected is the number of selected scenarios, LeftOut how many of them
	// the target file or the options leave out, by reason.
	Selected int            `json:"selected"`
	LeftOut  map[string]int `json:"left_out"`
}

// Notices names the tokens of which it is unknown whether they are valid.
func (s *Setup) Notices() (all []string) {
	for _, key := range s.Untried {
		all = append(all, key+" was not tried: the target file names no list to read with it; give resources.objects_destination_id or "+
			target.TopicsSourceID)
	}
	for _, key := range s.Unproven {
		all = append(all, key+" gets the same response as an invalid token: whether it is valid is not known")
	}
	return all
}

// Concerns names what is to be corrected or not known: the ids that are rejected, and the
// notices.
func (s *Setup) Concerns() (all []string) {
	for _, r := range s.Rejected {
		all = append(all, fmt.Sprintf("%s: %s: %s is rejected: correct the key, or remove it", r.Operation, r.Outcome, r.Key))
	}
	return append(all, s.Notices()...)
}

// otherIsUnproven reports whether the token of another workspace gets the same
// response as a token that was never issued.
func (p *check) otherIsUnproven() bool {
	other := p.run.Target.Tokens.OtherWorkspace
	i := slices.IndexFunc(p.reads, func(r *read) bool {
		return r.operation.Token == spec.WorkspaceToken && troubleOf(r.e) == noTrouble
	})
	if other == "" || i < 0 || len(p.reads)+2 > mostReads {
		return false
	}
	of := func(token string) *client.Exchange {
		request := p.reads[i].request
		request.Token, request.Allowed = token, false
		return p.run.Client.Ask(p.ctx, request)
	}
	theirs, invalid := of(other), of(other+"0")
	return troubleOf(theirs) == rejected && theirs.Status == invalid.Status && bytes.Equal(theirs.Body, invalid.Body)
}

// Rejection is an id of the target file that was rejected: its key, the
// operation, and the result of the read.
type Rejection struct {
	Key       string `json:"key"`
	Operation string `json:"operation"`
	Outcome   string `json:"outcome"`
}

// rejections are the ids that every read with them found to be rejected.
func (p *check) rejections() (all []Rejection) {
	for i, r := range p.reads {
		same := func(other *read) bool { return other.key == r.key }
		if r.key == "" || slices.IndexFunc(p.reads, same) < i {
			continue
		}
		if !slices.ContainsFunc(p.reads, func(other *read) bool { return same(other) && !other.rejectsID() }) {
			all = append(all, Rejection{r.key, r.operation.ID, p.outcome(r)})
		}
	}
	return all
}

// rejectsID reports whether a response rejects the id of its path, or may do so.
func (r *read) rejectsID() bool {
	return slices.Contains([]trouble{notFound, rejected, declined}, troubleOf(r.e))
}

// Asked is an operation with the result of a read of it, or why it was not read.
type Asked struct {
	Operation string `json:"operation"`
	Outcome   string `json:"outcome"`
}

// setup summarises what was read, and what will not be run.
func (p *check) setup(scenarios []*feature.Scenario) *Setup {
	out := &Setup{BaseURL: p.base(), Selected: len(scenarios), LeftOut: map[string]int{}, Untried: []string{}, Unproven: []string{},
		Rejected: []Rejection{}}
	for _, o := range spec.Operations {
		if !o.Supplementary && !o.Linked {
			out.Operations = append(out.Operations, Asked{o.ID, p.asked(o)})
		}
	}
	for kind, k := range scenario.TokenKeys {
		if p.kinds[kind] && len(p.of(kind)) == 0 {
			out.Untried = append(out.Untried, k.Key)
		}
	}
	out.Rejected = append(out.Rejected, p.rejections()...)
	if p.otherIsUnproven() {
		out.Unproven = append(out.Unproven, "tokens.other_workspace")
	}
	for _, sc := range scenarios {
		if why := LeftOut(p.ctx, p.run, sc); why != "" {
			out.LeftOut[why]++
		}
	}
	return out
}

// asked describes the results of an operation's reads, or says why there was none.
func (p *check) asked(o spec.Operation) string {
	var reads []*read
	for _, r := range p.reads {
		if r.operation.ID == o.ID {
			reads = append(reads, r)
		}
	}
	i := slices.IndexFunc(reads, func(r *read) bool { return troubleOf(r.e) == noTrouble })
	switch {
	case i >= 0:
		return p.outcome(reads[i])
	case len(reads) > 0:
		return p.outcome(reads[0])
	case o.Method != "GET":
		return "not requested: it writes"
	case !p.kinds[o.Token]:
		return "not requested: no selected scenario uses " + scenario.TokenKeys[o.Token].Key
	}
	return "not requested: the target file gives no " + testDataOf(o.ID)
}

// testDataOf returns the first key of the target file that names a list of an
// operation.
func testDataOf(operation string) string {
	i := slices.IndexFunc(paging.Listings, func(l paging.Listing) bool { return l.Operation == operation })
	if i < 0 {
		return ""
	}
	return paging.Listings[i].Resource
}

// LeftOut returns why the target file and the flags of a run do not let a scenario run, or end
// it before it has checked anything; "" where they do. It sends nothing.
func LeftOut(ctx context.Context, r *scenario.Run, sc *feature.Scenario) string {
	var s *outcome.Skipped
	if errors.As(scenario.New(ctx, r, sc).Admit(), &s) {
		return s.Text
	}
	for _, u := range sc.Steps {
		if key := missingKey(u, r.Target); key != "" {
			return "the target file gives no " + key
		}
	}
	return ""
}

// missingKey returns the first key that a step needs and a target file lacks. A
// step of the caller needs none.
func missingKey(u vocabulary.Use, t target.Target) string {
	if !u.Step.BuiltIn() {
		return ""
	}
	f := u.Footprint()
	if f.Does(vocabulary.Publishing) && !t.AllowPublish && t.Resources.PublishableConnectorServiceName == "" {
		return "allow_publish or resources.publishable_connector_service_name"
	}
	keys := append([]string{f.Needs}, listKeys(u)...)
	i := slices.IndexFunc(keys, t.Lacks)
	if i < 0 {
		return ""
	}
	return keys[i]
}

// listKeys returns the keys of the lists that a step names.
func listKeys(u vocabulary.Use) (keys []string) {
	if slices.Contains(u.Groups, u.Operation) {
		keys = append(keys, testDataOf(u.Operation))
	}
	for _, l := range paging.Listings {
		if slices.Contains(u.Groups, l.Noun) {
			keys = append(keys, l.Resource)
		}
	}
	return keys
}

// LacksList reports whether a target file lacks the key of the only list that a step names, so
// that the step sends nothing and ends its scenario.
func LacksList(u vocabulary.Use, t target.Target) bool {
	keys := listKeys(u)
	return u.Step.BuiltIn() && len(keys) == 1 && t.Lacks(keys[0])
}

// String describes the set-up, with a line for each operation and each reason.
func (s *Setup) String() string {
	var b strings.Builder
	fmt.Fprintf(&b, "%s\n", s.BaseURL)
	for _, o := range s.Operations {
		fmt.Fprintf(&b, "  %-30s  %s\n", o.Operation, o.Outcome)
	}
	left := 0
	for _, n := range s.LeftOut {
		left += n
	}
	fmt.Fprintf(&b, "%d of %d scenarios are left out\n", left, s.Selected)
	for _, why := range slices.SortedFunc(maps.Keys(s.LeftOut), func(a, b string) int {
		return cmp.Or(cmp.Compare(s.LeftOut[b], s.LeftOut[a]), cmp.Compare(a, b))
	}) {
		fmt.Fprintf(&b, "  %4d  %s\n", s.LeftOut[why], why)
	}
	return b.String()
}
