package console

import (
	"cmp"
	"fmt"
	"html/template"
	"maps"
	"net/url"
	"slices"
	"strconv"
	"strings"

	"understudy/server/control"
	"understudy/server/journal"
	"understudy/server/secret"
	"understudy/spec"
	"understudy/spec/contract"
	"understudy/spec/gap"
)

// journalView is the exchanges that were found, the newest first, the findings about
// the client, and one exchange in full.
type journalView struct {
	// Off says that the sandbox keeps no journal.
	Off        bool
	Filter     map[string]string
	Operations []string
	Exchanges  []exchangeLine
	More       bool
	Findings   journal.Findings
	// ByOperation has the findings again, for each operation with any.
	ByOperation []operationFindings
	// Live is the address of the events about later exchanges, empty if none are to be
	// shown.
	Live     string
	Exchange *exchangeView
}

// exchangeLine is an exchange in the list. Choices is how many gaps its response depended on,
// without those about the form of every response: findings list these once.
type exchangeLine struct {
	journal.Shown
	Violations, Choices int
}

// byKind divides the gaps that a response depended on into those that decide what it says and
// those about its form.
func byKind(all []journal.Dependence) (choices, forms []journal.Dependence) {
	for _, d := range all {
		if g, _ := gap.ByID(d.Gap); g.Kind == gap.Representation {
			forms = append(forms, d)
		} else {
			choices = append(choices, d)
		}
	}
	return choices, forms
}

// violations is the number of violations of the contract in an exchange.
func violations(j *journal.Journal, seq uint64, known *secret.Known) (n int) {
	if e, ok := j.Find(seq); ok {
		for _, b := range e.Violations(known) {
			if !b.Note {
				n++
			}
		}
	}
	return n
}

// statusClass is the class of the style sheet for an HTTP status; 0 is none.
func statusClass(status int) string {
	switch status / 100 {
	case 2:
		return "good"
	case 3:
		return "plain"
	case 4:
		return "warn"
	}
	return "bad"
}

type exchangeView struct {
	journal.Shown
	// Choices are the gaps that decide what the response says, Forms those about its form.
	Choices, Forms []journal.Dependence
	Violations     []contract.RequestViolation
	// Curl is a command that sends the request again. The token of it is in
	// TokenVariable, which is empty for a request without one.
	Curl, TokenVariable string
	Messages            []messageView
}

// messageView is the request or the response of an exchange.
type messageView struct {
	Name string
	journal.ShownPart
	// Header has a line for each value.
	Header []string
	Pretty template.HTML
}

func message(name string, p journal.ShownPart) messageView {
	m := messageView{Name: name, ShownPart: p, Pretty: pretty(p.Body, p.Cut)}
	for _, name := range slices.Sorted(maps.Keys(p.Headers)) {
		for _, value := range p.Headers[name] {
			m.Header = append(m.Header, name+": "+value)
		}
	}
	return m
}

// filters are the parameters of the page that the journal's filter reads.
var filters = []string{"operation", "status", "text"}

func viewJournal(v *visit) (any, error) {
	j, known := v.sandbox.Journal(), v.sandbox.KnownTokens()
	view := journalView{Off: j.Limits().Exchanges == 0, Filter: map[string]string{}, Operations: spec.Callable()}
	asked := url.Values{}
	for _, name := range filters {
		if value := strings.TrimSpace(v.query.Get(name)); value != "" {
			view.Filter[name] = value
			asked.Set(name, value)
		}
	}
	filter, err := journal.ParseFilter(asked)
	if err != nil {
		return view, err
	}
	last := j.Last() // later exchanges come as events
	filter.Lines = true
	found, more := j.Query(filter, known)
	for _, shown := range slices.Backward(found) {
		choices, _ := byKind(shown.Gaps)
		view.Exchanges = append(view.Exchanges, exchangeLine{shown, violations(j, shown.Seq, known), len(choices)})
	}
	view.More = more
	view.Findings, view.ByOperation = findings(j, known)
	if v.query.Get("live") != "off" && !view.Off {
		asked.Set("sandbox", v.sandbox.ID())
		asked.Set("after", fmt.Sprint(last))
		view.Live = control.Prefix + "journal/stream?" + asked.Encode()
	}
	if v.r.PostFormValue("do") == "clear" && !v.rejected {
		v.query.Del("exchange")
	}
	if text := v.query.Get("exchange"); text != "" {
		view.Exchange, err = exchange(j, text, known)
	}
	return view, err
}

func exchange(j *journal.Journal, text string, known *secret.Known) (*exchangeView, error) {
	seq, err := strconv.ParseUint(text, 10, 64)
	e, ok := j.Find(seq)
	if err != nil || !ok {
		return nil, cmp.Or(err, fmt.Errorf("the journal has no exchange %.20s, or no longer has it", text))
	}
	shown := e.Show(known)
	view := &exchangeView{Shown: shown, Violations: e.ViolationsShown(known), Curl: curl(shown), Messages: []messageView{message("Request", shown.Request)}}
	for _, value := range shown.Request.Headers["Authorization"] {
		view.TokenVariable = tokenVariable("Authorization", value)
	}
	view.Choices, view.Forms = byKind(shown.Gaps)
	if shown.Status != 0 {
		view.Messages = append(view.Messages, message("Response", shown.Response))
	}
	return view, nil
}

// operationFindings are those of the requests for one operation; its name is empty for
// requests that are for none.
type operationFindings struct {
	Operation string
	journal.Findings
}

// findings are those of all requests, and those of each operation: first the operations
// with violations, then in the document's order.
func findings(j *journal.Journal, known *secret.Known) (journal.Findings, []operationFindings) {
	var groups []operationFindings
	all, by := j.FindingsByOperation(known)
	for _, operation := range append(spec.Callable(), "") {
		if f := by[operation]; len(f.Breaks)+len(f.Gaps)+len(f.Notes)+len(f.Rejections) > 0 {
			groups = append(groups, operationFindings{operation, f})
		}
	}
	slices.SortStableFunc(groups, func(a, b operationFindings) int { return cmp.Compare(min(1, len(b.Breaks)), min(1, len(a.Breaks))) })
	return all, groups
}

// callLink is a link to an exchange that a finding is about.
type callLink struct {
	Seq  uint64
	Link string
}

// calls are the first exchanges that a finding is about.
func calls(p *page, seqs []uint64) (links []callLink) {
	for _, seq := range seqs[:min(len(seqs), 5)] {
		links = append(links, callLink{seq, p.With("exchange", seq)})
	}
	return links
}
