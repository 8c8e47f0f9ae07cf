package terminal

import (
	"encoding/json"
	"fmt"
	"io"
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"

	"understudy/steps/report"
	"understudy/steps/report/prose"
	"understudy/steps/report/view"
)

// broken writes each broken promise: what it says, what was found instead, and how to
// reproduce it.
func (p *printer) broken(r *report.Run) {
	for _, id := range r.Broken() {
		pr := r.Promise(id)
		p.line("%s %s  %s", p.mark(report.Fail), p.bold(id), p.dim(pr.Section))
		p.text(2, pr.Says)
		p.line("")
		if sentence := view.Sentence(r, id); sentence != "" {
			p.field("document", beside(sentence)...)
			p.line("")
		}
		found := view.Findings(r, id)
		if len(found) == 0 {
			p.text(4, pr.Reason.String())
			p.line("")
		}
		for _, f := range found {
			p.finding(f)
		}
	}
}

// Findings writes, without colours, what was found of a broken promise below what the
// promise says.
func Findings(w io.Writer, says string, found []view.Finding) {
	p := &printer{w: w}
	p.text(fieldIndent, says)
	for _, f := range found {
		p.finding(f)
	}
}

// Failure writes, without colours, what a failure is about, what was expected and found,
// and the exchange.
func Failure(w io.Writer, f report.Failure) {
	p := &printer{w: w}
	p.field(f.Kind(), f.ID())
	p.finding(view.FindingOf(f))
}

// Found is what was expected and found, with the exchange, as lines of text.
func Found(f report.Failure) string {
	var b strings.Builder
	(&printer{w: &b}).finding(view.FindingOf(f))
	return strings.Trim(b.String(), "\n")
}

func (p *printer) finding(f view.Finding) {
	by := slices.Clone(f.By)
	for i := range by {
		by[i] = p.bold(by[i])
	}
	if len(by) > 0 {
		p.field("seen in", by...)
	}
	p.field("expected", beside(f.ExpectedAt())...)
	p.field("found", beside(f.Actual)...)
	p.field("differs", differs(f.Expected, f.Actual)...)
	if f.Exchange != nil {
		p.exchange(f.Exchange, f.Pointer)
	}
	p.line("")
}

// shortBody is how many characters of a body are shown; the JSON report has the rest.
const shortBody = 240

// exchange writes the request, the response, and the command that sends the request
// again. Of a long body it shows the part around the pointer, or the start without
// one.
func (p *printer) exchange(e *report.Exchange, pointer string) {
	p.field("request", prose.OneLine(e.Method+" "+e.URL))
	if e.LeftOut != "" {
		p.field("left out", beside(e.LeftOut)...)
	}
	body, where := excerpt(e.ResponseBody, pointer)
	response := fmt.Sprintf("HTTP %d in %d ms", e.Status, e.DurationMS)
	if e.Status == 0 {
		response = "none"
	}
	if e.Error != "" {
		response += ": " + e.Error
	}
	p.field("response", beside(response+where)...)
	if body != "" {
		p.field("", chop(body, columns-fieldIndent-labelWidth)...)
	}
	p.field("again", strings.Split(e.Curl(), "\n")...)
}

// excerpt returns the part of a body that is shown, on one line, and which part it is.
func excerpt(body, pointer string) (text, where string) {
	if text = prose.OneLine(body); utf8.RuneCountInString(text) <= shortBody {
		return text, ""
	}
	part, at := around(body, pointer)
	where = fmt.Sprintf(", %d bytes that begin with", len(body))
	if at != "" {
		where = fmt.Sprintf(", %d bytes, at %s", len(body), at)
	}
	return prose.Clip(prose.OneLine(part), shortBody), where
}

// around returns the part of a JSON body that contains the place of a pointer, with
// the part's own pointer; the whole body where there is no such part.
func around(body, pointer string) (part, at string) {
	part = body
	steps := strings.Split(strings.TrimPrefix(pointer, "/"), "/")
	for _, step := range steps[:len(steps)-1] {
		inner, ok := member(part, strings.NewReplacer("~1", "/", "~0", "~").Replace(step))
		if !ok {
			return body, ""
		}
		part, at = inner, at+"/"+step
	}
	return part, at
}

// member is a member of a JSON object or an item of a JSON array, unchanged.
func member(text, name string) (string, bool) {
	var object map[string]json.RawMessage
	if json.Unmarshal([]byte(text), &object) == nil {
		inner, ok := object[name]
		return string(inner), ok
	}
	var array []json.RawMessage
	i, err := strconv.Atoi(name)
	if err != nil || json.Unmarshal([]byte(text), &array) != nil || i < 0 || i >= len(array) {
		return "", false
	}
	return string(array[i]), true
}
