package journal

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"understudy/server/secret"
	"understudy/spec"
	"understudy/spec/contract"
	"understudy/spec/gap"
)

// Findings are what a client's traffic shows about the client.
type Findings struct {
	// Exchanges are those in the journal, and Evicted those that were removed
	// for newer ones. Of NotChecked the body was cut, and only the rest was
	// checked, or the header was cut, and nothing was. Faulted got a fault,
	// Rejected were rejected as outside the contract, Limited exceeded a limit
	// of the fake.
	Exchanges  int    `json:"exchanges"`
	Evicted    uint64 `json:"evicted"`
	NotChecked int    `json:"not_checked"`
	Faulted    int    `json:"faulted"`
	Rejected   int    `json:"rejected"`
	Limited    int    `json:"limited"`
	// Breaks are requests that the document does not allow, Notes those that it
	// does not mention.
	Breaks []Break `json:"breaks"`
	Notes  []Break `json:"notes"`
	// Rejections are requests that do not leave the contract and that the API rejects.
	Rejections []Rejection `json:"rejections"`
	// Gaps are questions that the document leaves open and that responses
	// depended on; Shapes are those about the form of responses.
	Gaps   []Exposure `json:"gaps"`
	Shapes []Exposure `json:"shapes"`
}

// Calls are the exchanges of a finding: how many, and the numbers of the first ones.
type Calls struct {
	Says  string   `json:"says"`
	Count int      `json:"calls"`
	Seqs  []uint64 `json:"seqs"`
}

const maxSeqs = 20

func (c *Calls) add(e *Exchange) {
	c.Count++
	if len(c.Seqs) < maxSeqs {
		c.Seqs = append(c.Seqs, e.Seq)
	}
}

func (c *Calls) calls() string {
	if c.Count == 1 {
		return "1 call"
	}
	return fmt.Sprintf("%d calls", c.Count)
}

// Break is one way in which requests break the contract. Found is that of the
// first of them.
type Break struct {
	Calls
	contract.RequestViolation
}

// Exposure is a gap that responses depended on, with their variant, and the
// other variants that a real deployment may have.
type Exposure struct {
	Calls
	Dependence
	Asks       string        `json:"asks"`
	Operations []string      `json:"operations"`
	Others     []gap.Variant `json:"others"`
	// Takes is the kind of value that may be used as a further variant.
	Takes gap.Parameter `json:"takes,omitempty"`
}

// Findings checks the exchanges in the journal. A name that is a token is hidden.
func (j *Journal) Findings(known *secret.Known) Findings {
	all, _ := j.FindingsByOperation(known)
	return all
}

// FindingsByOperation are the findings of all exchanges, and of those of each operation,
// by its id; that is empty for requests that are for none.
func (j *Journal) FindingsByOperation(known *secret.Known) (all Findings, by map[string]Findings) {
	kept, _ := j.After(0)
	calls, of := make([]checked, len(kept)), map[string][]checked{}
	for i, e := range kept {
		violations := e.ViolationsShown(known)
		calls[i] = checked{e, violations, e.rejection(violations, known)}
		of[e.Operation] = append(of[e.Operation], calls[i])
	}
	by = map[string]Findings{}
	for operation, calls := range of {
		by[operation] = findings(calls)
	}
	all = findings(calls)
	all.Evicted = j.Evicted()
	return all, by
}

// checked is an exchange with its violations, and the rejection where it has none.
type checked struct {
	*Exchange
	violations []contract.RequestViolation
	rejection  *Rejection
}

func findings(calls []checked) Findings {
	f := Findings{Exchanges: len(calls), Rejections: []Rejection{}}
	breaks, dependences := map[contract.RequestViolation]*Break{}, map[Dependence]*Exposure{}
	for _, e := range calls {
		f.count(e.Exchange)
		f.addRejection(e)
		for _, violation := range e.violations {
			key := violation
			if key.In != "path" { // each wrong path is a separate finding
				key.Found = ""
			}
			if breaks[key] == nil {
				breaks[key] = &Break{RequestViolation: violation}
			}
			breaks[key].add(e.Exchange)
		}
		for _, d := range e.dependences {
			if dependences[d] == nil {
				dependences[d] = &Exposure{Dependence: d, Operations: []string{}}
			}
			dependences[d].count(e.Exchange)
		}
	}
	f.sortBreaks(breaks)
	f.sortDependences(dependences)
	f.describeRejections()
	return f
}

func (f *Findings) count(e *Exchange) {
	if (e.Request.Cut() || e.Request.HeaderCut) && !e.Page {
		f.NotChecked++
	}
	if e.Fault != "" {
		f.Faulted++
	}
	if e.Rejected != "" {
		f.Rejected++
	}
	if e.Limit != "" {
		f.Limited++
	}
}

// longestPath limits the path in a finding, in characters.
const longestPath = 120

// ViolationsShown is Violations, with tokens in names hidden. An unknown path is named.
func (e *Exchange) ViolationsShown(known *secret.Known) []contract.RequestViolation {
	all := e.Violations(known)
	if all == nil {
		return nil
	}
	h := newHider(known, e)
	for i := range all {
		all[i].At = h.Text(all[i].At)
		if all[i].In == "path" && !all[i].Note {
			all[i].Found = fmt.Sprintf("%.*s", longestPath, h.Text(e.Path))
		}
	}
	return all
}

// Violations checks the request of an exchange against the contract, unless it
// was for a page, or a part of its header is missing.
func (e *Exchange) Violations(known *secret.Known) []contract.RequestViolation {
	if e.Page || e.Request.HeaderCut {
		return nil
	}
	h := e.Request.header()
	r := contract.Request{Method: e.Method, Path: e.Path, RawQuery: e.Query, Header: h, Body: e.Request.Body, BodyCut: e.Request.Cut()}
	if scheme, token, _ := strings.Cut(h.Get("Authorization"), " "); strings.EqualFold(scheme, "Bearer") {
		kind := spec.TokenKind(strings.TrimSuffix(known.Kind(strings.TrimSpace(token)), " token"))
		if kind == spec.WorkspaceToken || kind == spec.PersonalToken {
			r.Token = kind
		}
	}
	return contract.CheckRequest(r)
}

func (x *Exposure) count(e *Exchange) {
	x.add(e)
	if e.Operation != "" && !slices.Contains(x.Operations, e.Operation) {
		x.Operations = append(x.Operations, e.Operation)
	}
}

func (f *Findings) sortBreaks(breaks map[contract.RequestViolation]*Break) {
	f.Breaks, f.Notes = []Break{}, []Break{}
	for _, b := range breaks {
		of := ""
		if b.Operation != "" {
			of = " of " + b.Operation
		}
		b.Says = b.calls() + of + ": " + b.RequestViolation.String()
		if b.Note {
			f.Notes = append(f.Notes, *b)
		} else {
			f.Breaks = append(f.Breaks, *b)
		}
	}
	for _, list := range [][]Break{f.Breaks, f.Notes} {
		slices.SortFunc(list, func(a, b Break) int {
			return cmp.Or(cmp.Compare(a.Seqs[0], b.Seqs[0]), cmp.Compare(a.In+a.At+a.Expected, b.In+b.At+b.Expected))
		})
	}
}

func (f *Findings) sortDependences(dependences map[Dependence]*Exposure) {
	f.Gaps, f.Shapes = []Exposure{}, []Exposure{}
	for _, x := range dependences {
		g, _ := gap.ByID(x.Gap)
		x.Asks, x.Takes = g.Asks, g.Takes
		x.Others = slices.DeleteFunc(slices.Clone(g.Variants), func(v gap.Variant) bool { return v.ID == x.Variant })
		var others []string
		for _, v := range x.Others {
			others = append(others, v.ID)
		}
		x.Says = fmt.Sprintf("%s relied on %s (%s); a real deployment may choose %s", x.calls(), x.Gap, x.Variant, strings.Join(others, " or "))
		if g.Kind == gap.Representation {
			f.Shapes = append(f.Shapes, *x)
		} else {
			f.Gaps = append(f.Gaps, *x)
		}
	}
	for _, list := range [][]Exposure{f.Gaps, f.Shapes} {
		slices.SortFunc(list, func(a, b Exposure) int {
			return cmp.Or(cmp.Compare(b.Count, a.Count), cmp.Compare(a.Gap+a.Variant, b.Gap+b.Variant))
		})
	}
}
