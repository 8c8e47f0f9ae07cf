package language

import (
	"fmt"
	"regexp"
	"slices"
	"strings"

	"understudy/steps/vocabulary"
)

// Hover is what is known about a part of a text.
type Hover struct {
	// Text is Markdown.
	Text  string `json:"text"`
	Range Range  `json:"range"`
}

// Hover explains what is at a position: a step, a tag, an id or a keyword. ok is false
// where there is nothing to explain.
func (l *Language) Hover(text string, at Position) (h Hover, ok bool) {
	p := scan(text)
	number, from := at.in(p.rows)
	w := l.what(p, number, from)
	r := p.rows[number]
	switch {
	case w.id != "":
		h.Text = l.explainID(w.kind, w.id)
	case w.kind == "step" && len(w.steps) > 0:
		h.Text = explainForm(w.steps[0], w.text)
	case w.kind == "tag":
		h.Text = tagDocs[strings.TrimPrefix(w.text, "@")]
	case w.kind == "placeholder":
		h.Text = l.explainPlaceholder(p, number, w.text)
	case w.kind == "keyword":
		h.Text = p.explainKeyword(r)
	}
	if h.Text == "" {
		return Hover{}, false
	}
	h.Range = span(number, r.text, w.from, w.to)
	return h, true
}

// what is the thing at a position of a text.
type what struct {
	// kind is promise, gap, operation or another kind of tag that names an id; step, tag,
	// placeholder or keyword.
	kind, id string
	// text is what is written, at these bytes of the line.
	text     string
	from, to int
	// steps are the rows of the vocabulary that a step matches.
	steps []vocabulary.Step
}

var (
	quotedID    = regexp.MustCompile(`"([a-z0-9-]+)"`)
	placeholder = regexp.MustCompile(`<([^<>]+)>`)
)

// what finds out what is at a byte of a line.
func (l *Language) what(p *page, number, at int) what {
	r := p.rows[number]
	for _, m := range placeholder.FindAllStringSubmatchIndex(r.text, -1) {
		if at >= m[0] && at <= m[1] && slices.Contains([]kind{stepLine, scenarioLine, tableLine, docLine}, r.kind) {
			return what{kind: "placeholder", text: r.text[m[2]:m[3]], from: m[2], to: m[3]}
		}
	}
	if from, to, ok := rememberedIn(r); ok && at >= from && at <= to {
		return what{kind: "placeholder", text: r.text[from:to], from: from, to: to}
	}
	switch {
	case r.kind == tagLine:
		return tagAt(r.text, at)
	case r.keyword != "" && at < r.body && at >= r.indent:
		return what{kind: "keyword", text: r.keyword, from: r.indent, to: r.indent + len(r.keyword)}
	case r.kind == stepLine:
		return l.stepAt(p, number, at)
	case r.kind == tableLine:
		return p.columnAt(number, at)
	}
	return what{}
}

// tagAt is the tag around a byte of a line.
func tagAt(line string, at int) what {
	from, to := wordAt(line, at)
	w := what{kind: "tag", text: line[from:to], from: from, to: to}
	kind, id, named := strings.Cut(strings.TrimPrefix(w.text, "@"), ":")
	if named {
		w.kind, w.id = kind, id
	}
	return w
}

// stepAt is the step of a line, or the id in it that is around a byte.
func (l *Language) stepAt(p *page, number, at int) what {
	r := p.rows[number]
	text := p.example(number)
	w := what{kind: "step", text: text, from: r.indent, to: len(strings.TrimRight(r.text, " \t")), steps: l.vocabulary.Matching(text)}
	if len(w.steps) == 0 || w.steps[0].Names == nil {
		return w
	}
	kind := map[*vocabulary.IDs]string{vocabulary.ProbedGaps: "gap", vocabulary.PlainOperations: "operation"}[w.steps[0].Names]
	ids := quotedID.FindAllStringSubmatchIndex(r.text, -1)
	if kind == "operation" {
		at := regexp.MustCompile(w.steps[0].Pattern).FindStringSubmatchIndex(r.rest())
		if at != nil {
			start := strings.Index(r.text, r.rest())
			ids = [][]int{{0, 0, start + at[2], start + at[3]}}
		}
	}
	for _, m := range ids {
		if at >= m[2] && at <= m[3] {
			return what{kind: kind, id: r.text[m[2]:m[3]], text: r.text[m[2]:m[3]], from: m[2], to: m[3]}
		}
	}
	return w
}

// example is the text of a step with the values of the first example in it.
func (p *page) example(number int) string {
	text := p.rows[number].rest()
	if !strings.Contains(text, "<") {
		return text
	}
	from, to, _ := p.scenario(number)
	for i := from; i < to; i++ {
		first, last, ok := p.table(i)
		if p.rows[i].kind != tableLine || !ok {
			continue
		}
		heads := cells(p.rows[first].text)
		for number := first + 1; number < last; number++ {
			if p.rows[number].kind != tableLine {
				continue
			}
			values := cells(p.rows[number].text)
			for i, h := range heads[:min(len(heads), len(values))] {
				text = strings.ReplaceAll(text, "<"+h.value+">", values[i].value)
			}
			return text
		}
		break
	}
	return text
}

// columnAt is the name of a column of examples around a byte.
func (p *page) columnAt(number, at int) what {
	if first, _, ok := p.table(number); !ok || first != number {
		return what{}
	}
	for _, c := range cells(p.rows[number].text) {
		if at >= c.from && at <= c.to {
			return what{kind: "placeholder", text: c.value, from: c.from, to: c.to}
		}
	}
	return what{}
}

// explainPlaceholder says what stands for a name between < and >: a column of the examples,
// a value that a step above remembers, or one of the target file or of the run.
func (l *Language) explainPlaceholder(p *page, number int, name string) string {
	switch {
	case slices.Contains(p.columns(number), name):
		return fmt.Sprintf("`<%s>` is a column of the examples below: the scenario runs once for each of its values.", name)
	case slices.Contains(p.rememberedAbove(number), name):
		return fmt.Sprintf("`<%s>` is the value that a step above remembers.", name)
	case strings.Contains(p.rows[number].rest(), `as "`+name+`"`):
		return fmt.Sprintf("`%s` is the name of the value that this step remembers: the steps below write it as `<%[1]s>`.", name)
	case slices.Contains(l.reserved, name):
		return fmt.Sprintf("`<%s>` is %s.", name, reservedDoc(name))
	}
	return ""
}

// explainKeyword explains the keyword of a line.
func (p *page) explainKeyword(r row) string {
	name := map[kind]string{featureLine: "Feature", ruleLine: "Rule", backgroundLine: "Background", scenarioLine: "Scenario",
		examplesLine: "Examples"}[r.kind]
	switch {
	case r.outline:
		name = "Scenario Outline"
	case r.kind == stepLine && r.means != "":
		name = r.means
	}
	if keywordDocs[name] == "" {
		return ""
	}
	return fmt.Sprintf("**%s** %s", r.keyword, keywordDocs[name])
}
