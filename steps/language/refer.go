package language

import (
	"errors"
	"fmt"
	"regexp"
	"slices"
	"strings"

	"understudy/steps/expectation"
	"understudy/steps/feature"
)

// Definition is where something is defined: in a generated page of the manual, or in the
// text itself.
type Definition struct {
	// Page is promises, gaps or steps, and Row the first cell of the row there. Page is
	// empty for a definition in the text.
	Page string `json:"page,omitempty"`
	Row  string `json:"row,omitempty"`
	// Origin is what was asked about, Range the definition in the same text.
	Origin Range `json:"origin"`
	Range  Range `json:"range"`
}

// Define returns where the thing at a position is defined; ok is false where it is
// nothing that has a definition.
func (l *Language) Define(text string, at Position) (d Definition, ok bool) {
	p := scan(text)
	number, from := at.in(p.rows)
	w := l.what(p, number, from)
	d.Origin = span(number, p.rows[number].text, w.from, w.to)
	switch {
	case (w.kind == "promise" || w.kind == "gap") && l.explainID(w.kind, w.id) != "":
		d.Page, d.Row = w.kind+"s", w.id
	case w.kind == "step" && len(w.steps) == 1:
		d.Page, d.Row = "steps", w.steps[0].Example
	case w.kind == "placeholder":
		return d, p.define(number, w.text, &d.Range)
	default:
		return d, false
	}
	return d, true
}

// References returns where the thing at a position of a file is used: a promise, gap or
// operation by the scenarios about it, a step and a tag by its lines, a placeholder within
// its scenario. Files are all of the user's, with the one that is asked about; the
// built-in features come after them.
func (l *Language) References(files []File, in File, at Position) (all []Location) {
	p := scan(in.Text)
	number, from := at.in(p.rows)
	w := l.what(p, number, from)
	switch w.kind {
	case "placeholder":
		for _, r := range p.uses(number, w.text) {
			all = append(all, Location{Path: in.Path, Range: r})
		}
		return all
	case "", "keyword":
		return nil
	}
	for _, f := range files {
		if len(f.Text) <= MaxText {
			suite := feature.ReadText(l.vocabulary, f.Path, []byte(f.Text))
			all = append(all, l.usesIn(suite.Files, w, scan(f.Text), false)...)
		}
	}
	for _, f := range l.builtIn().files {
		all = append(all, l.usesIn([]*feature.File{f}, w, scan(string(f.Text)), true)...)
	}
	return all
}

// usesIn returns the places of a file, if it could be read, where a thing is used.
func (l *Language) usesIn(files []*feature.File, w what, p *page, builtIn bool) (all []Location) {
	for _, f := range files {
		for _, sc := range f.Scenarios {
			for _, at := range w.usedBy(sc) {
				number := min(at.Line-1, len(p.rows)-1)
				r := p.rows[number]
				place := Location{f.Path, builtIn, span(number, r.text, r.indent, len(strings.TrimRight(r.text, " \t\r")))}
				if !slices.Contains(all, place) {
					all = append(all, place)
				}
			}
		}
	}
	return all
}

// usedBy returns the places of a scenario that are about the thing.
func (w what) usedBy(sc *feature.Scenario) (all []feature.Place) {
	if w.kind == "step" {
		for _, u := range sc.Steps {
			if u.Step != nil && len(w.steps) == 1 && u.Step.Pattern == w.steps[0].Pattern {
				all = append(all, feature.Place{Line: u.Line, Column: u.Column})
			}
		}
		return all
	}
	tag := w.text
	if w.id != "" {
		tag = "@" + w.kind + ":" + w.id
	}
	if slices.Contains(sc.Tags, tag) {
		return []feature.Place{sc.Place}
	}
	return nil
}

// Renaming is a change of a name: the edits of each file, by its path.
type Renaming map[string][]Edit

// Renamable returns the part of a text at a position that Rename would change. The error
// says why it cannot be renamed.
func (l *Language) Renamable(text string, at Position) (Range, error) {
	p := scan(text)
	number, from := at.in(p.rows)
	w := l.what(p, number, from)
	_, known := feature.TagKinds()[w.kind]
	_, fixed := feature.TagKinds()[strings.TrimPrefix(w.text, "@")]
	switch {
	case known && w.kind != "expect" || w.kind == "step":
		return Range{}, fmt.Errorf("a %s has a name of the suite: only names of your own can be changed, such as tags and placeholders", w.kind)
	case w.kind == "tag" && fixed:
		return Range{}, fmt.Errorf("the tag %s has a meaning to a run: it cannot be renamed", w.text)
	case w.kind == "placeholder" && slices.Contains(l.reserved, w.text):
		return Range{}, fmt.Errorf("<%s> is %s: it cannot be renamed", w.text, reservedDoc(w.text))
	case w.kind == "placeholder", w.kind == "tag", w.id != "":
		return span(number, p.rows[number].text, w.from, w.to), nil
	}
	return Range{}, errors.New("there is nothing here that can be renamed: put the cursor on a tag of your own, on a placeholder or " +
		"on the name of a remembered value")
}

// Rename changes the name at a position of a file: a tag of the user's, or the id
// of an expectation, in the tags of all files; a placeholder in its scenario.
func (l *Language) Rename(files []File, in File, at Position, name string) (Renaming, error) {
	if _, err := l.Renamable(in.Text, at); err != nil {
		return nil, err
	}
	p := scan(in.Text)
	number, from := at.in(p.rows)
	w := l.what(p, number, from)
	if w.kind == "placeholder" {
		if err := l.checkPlaceholder(p, number, w.text, name); err != nil {
			return nil, err
		}
		edits := Renaming{}
		for _, r := range p.uses(number, w.text) {
			edits[in.Path] = append(edits[in.Path], Edit{r, name})
		}
		return edits, nil
	}
	tag := "@" + strings.TrimPrefix(name, "@")
	if w.kind == "expect" && !strings.HasPrefix(tag, "@expect:") {
		tag = "@expect:" + tag[1:]
	}
	if len(tag) == 1 || strings.HasSuffix(tag, ":") || strings.ContainsAny(tag[1:], "@# \t\n\r") {
		return nil, fmt.Errorf("%q is no tag: write @ and a word without spaces", name)
	}
	kind, id, _ := strings.Cut(tag[1:], ":")
	_, twice := l.expectation(id)
	switch _, fixed := feature.TagKinds()[kind]; {
	case fixed && kind != w.kind:
		return nil, fmt.Errorf("the tag %s has a meaning to a run: take another name", tag)
	case kind == "expect" && !expectation.IsID(id):
		return nil, fmt.Errorf("%q is no id: write lower-case words with - between them, such as roles-are-known", id)
	case kind == "expect" && twice && tag != w.text:
		return nil, fmt.Errorf("there is an expectation %q already: take another name", id)
	}
	edits := Renaming{}
	for _, f := range files {
		for i, r := range scan(f.Text).rows {
			for _, place := range tagPlaces(r) {
				if r.text[place[0]:place[1]] == w.text {
					edits[f.Path] = append(edits[f.Path], Edit{span(i, r.text, place[0], place[1]), tag})
				}
			}
		}
	}
	return edits, nil
}

// tagPlaces returns the bytes of each tag of a line.
func tagPlaces(r row) (all [][2]int) {
	if r.kind != tagLine {
		return nil
	}
	for at := r.indent; at < len(r.text); {
		if r.text[at] == ' ' || r.text[at] == '\t' {
			at++
			continue
		}
		from, to := wordAt(r.text, at)
		if r.text[from] == '#' {
			break
		}
		all = append(all, [2]int{from, to})
		at = to
	}
	return all
}

// uses are the places of a placeholder in the scenario that a line belongs to, of the
// columns of its name, and of the steps that remember a value by it.
func (p *page) uses(number int, name string) (all []Range) {
	from, to, ok := p.scenario(number)
	if !ok {
		return nil
	}
	for i := from; i < to; i++ {
		r := p.rows[i]
		if r.kind == tableLine {
			if first, _, ok := p.table(i); ok && first == i {
				for _, c := range cells(r.text) {
					if c.value == name {
						all = append(all, span(i, r.text, c.from, c.to))
					}
				}
				continue
			}
		}
		if r.kind == commentLine {
			continue
		}
		if at, to, ok := rememberedIn(r); ok && r.text[at:to] == name {
			all = append(all, span(i, r.text, at, to))
		}
		for _, m := range placeholder.FindAllStringSubmatchIndex(r.text, -1) {
			if r.text[m[2]:m[3]] == name {
				all = append(all, span(i, r.text, m[2], m[3]))
			}
		}
	}
	return all
}

// define finds where a placeholder of a line is defined: the column of its name, or else the
// last step up to the line that remembers a value by it.
func (p *page) define(number int, name string, at *Range) (ok bool) {
	for _, r := range p.uses(number, name) {
		row := p.rows[r.Start.Line]
		if row.kind == tableLine {
			if first, _, isExamples := p.table(r.Start.Line); isExamples && first == r.Start.Line {
				*at = r
				return true
			}
		}
		if from, to, remembers := rememberedIn(row); remembers && row.text[from:to] == name && r.Start.Line <= number {
			*at, ok = r, true
		}
	}
	return ok
}

// rememberedIn returns the bytes of the name by which a step remembers a value.
func rememberedIn(r row) (from, to int, ok bool) {
	if r.kind != stepLine {
		return 0, 0, false
	}
	m := remembers.FindStringSubmatchIndex(r.rest())
	if m == nil {
		return 0, 0, false
	}
	start := strings.LastIndex(r.text, r.rest())
	return start + m[2], start + m[3], true
}

// valueName is a name of a remembered value.
var valueName = regexp.MustCompile(`^[A-Za-z][A-Za-z0-9_-]*$`)

// checkPlaceholder reports why a placeholder of a line cannot get another name.
func (l *Language) checkPlaceholder(p *page, number int, old, name string) error {
	from, to, _ := p.scenario(number)
	values := p.remembered(from, to)
	switch {
	case slices.Contains(l.reserved, name):
		return fmt.Errorf("<%s> is %s: take another name", name, reservedDoc(name))
	case slices.Contains(values, old) && !valueName.MatchString(name):
		return fmt.Errorf("%q is no name for a remembered value: take letters, digits, - and _, and begin with a letter", name)
	case strings.ContainsAny(name, "<>|\\\n\r") || strings.TrimSpace(name) != name || name == "":
		return fmt.Errorf("%q is no name for a placeholder: use letters, digits and spaces between them", name)
	case name != old && slices.Contains(append(p.columns(number), values...), name):
		return fmt.Errorf("the scenario has a column or a remembered value %q already: take another name", name)
	}
	return nil
}
