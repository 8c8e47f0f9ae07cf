package language

import (
	"maps"
	"slices"
	"strings"

	"understudy/steps/feature"
)

// minLetters is how many letters of a line without a keyword steps are looked for with.
const minLetters = 3

// lineStart completes the first words of a line: a keyword, or a step with its keyword.
func (c *completer) lineStart() {
	r := c.row()
	typed := strings.TrimLeft(r.text[:c.at], " \t")
	from := c.at - len(typed)
	for _, k := range c.expected() {
		if strings.HasPrefix(strings.ToLower(k.text), strings.ToLower(typed)) {
			c.add(from, c.at, Completion{Label: strings.TrimSpace(k.text), Kind: "keyword", Doc: keywordDocs[k.name],
				Insert: []Piece{{Text: k.text}}})
		}
	}
	if _, _, inScenario := c.page.scenario(c.number); inScenario && len(typed) >= minLetters {
		c.whole(typed, from, c.at, "Given ", c.meansAbove())
	}
	if typed == "" && c.page.has(featureLine) {
		for _, kind := range []string{"promise", "gap"} {
			c.add(from, c.at, Completion{Label: "@" + kind + ":", Kind: "tag", Detail: tagDocs[kind], Insert: []Piece{{Text: "@" + kind + ":"}}})
		}
	}
}

// meansAbove returns the keyword that a step on the line would most likely have: that of
// the step above.
func (c *completer) meansAbove() string {
	for i := c.number - 1; i >= 0 && !slices.Contains(heads, c.page.rows[i].kind); i-- {
		if r := c.page.rows[i]; r.kind == stepLine {
			return r.means
		}
	}
	return "Given"
}

// namedKeyword is a keyword in the language of the file, by its English name.
type namedKeyword struct{ name, text string }

// expected returns the keywords that a line may begin with.
func (c *completer) expected() (all []namedKeyword) {
	k := c.page.keywords
	title := func(name string, words []string) {
		if len(words) > 0 {
			all = append(all, namedKeyword{name, words[0] + ": "})
		}
	}
	if !c.page.has(featureLine) {
		title("Feature", k.Feature)
		return all
	}
	if _, _, ok := c.page.scenario(c.number); ok {
		for _, w := range []struct {
			name  string
			words []string
		}{{"Given", k.Given}, {"When", k.When}, {"Then", k.Then}, {"And", c.second(k.And)}, {"But", c.second(k.But)}} {
			if len(w.words) > 0 {
				all = append(all, namedKeyword{w.name, w.words[0]})
			}
		}
		title("Examples", k.Examples)
	}
	title("Scenario", k.Scenario[max(0, len(k.Scenario)-1):]) // Example comes before it
	title("Scenario Outline", k.Outline)
	title("Rule", k.Rule)
	title("Background", k.Background)
	return all
}

// second leaves out the sign * for any keyword, which comes first.
func (c *completer) second(words []string) []string {
	return slices.DeleteFunc(slices.Clone(words), func(w string) bool { return strings.TrimSpace(w) == "*" })
}

// has reports whether a line of the page is of a kind.
func (p *page) has(k kind) bool {
	return slices.ContainsFunc(p.rows, func(r row) bool { return r.kind == k })
}

// tags completes the tag that the position is in.
func (c *completer) tags() {
	from, to := wordAt(c.row().text, c.at)
	typed := c.row().text[from:c.at]
	kinds := feature.TagKinds()
	kind, _, named := strings.Cut(strings.TrimPrefix(typed, "@"), ":")
	switch ids := kinds[kind]; {
	case named && kind == "expect":
		c.expectations(typed, from, to)
		return
	case named && ids != nil:
		c.ids(kind, ids.All(), typed, from, to)
		return
	case named:
		return
	}
	for _, kind := range slices.Sorted(maps.Keys(kinds)) {
		tag := "@" + kind
		if kinds[kind] != nil {
			tag += ":"
		}
		if strings.HasPrefix(tag, typed) {
			c.add(from, to, Completion{Label: tag, Kind: "tag", Detail: tagDocs[kind], Insert: []Piece{{Text: tag}}})
		}
	}
	for _, tag := range c.page.ownTags() {
		if strings.HasPrefix(tag, typed) && tag != typed {
			c.add(from, to, Completion{Label: tag, Kind: "tag", Detail: "a tag of this file", Insert: []Piece{{Text: tag}}})
		}
	}
}

// ids completes a tag that names an id: first the ids that are about an operation of the
// scenario, then the others. A part of the id is enough, or where none has it, words of what
// the id means.
func (c *completer) ids(kind string, all []string, typed string, from, to int) {
	part := strings.TrimPrefix(typed, "@"+kind+":")
	operations := c.language.operations(c.page, c.number)
	has := func(id string) bool { return strings.Contains(id, part) }
	if !slices.ContainsFunc(all, has) {
		words := strings.FieldsFunc(strings.ToLower(part), func(r rune) bool { return r == '-' })
		has = func(id string) bool { return len(words) > 0 && hasWords(summary(kind, id), words) }
	}
	var near, far []string
	for _, id := range all {
		switch {
		case !has(id):
		case id == part:
			near = append([]string{id}, near...)
		case concerns(kind, id, operations):
			near = append(near, id)
		default:
			far = append(far, id)
		}
	}
	for _, id := range append(near, far...) {
		tag := "@" + kind + ":" + id
		c.add(from, to, Completion{Label: tag, Kind: "tag", Detail: summary(kind, id), Doc: c.language.explainID(kind, id),
			Insert: []Piece{{Text: tag}}})
	}
}

// wordAt returns the bytes of the word around a byte: what is between spaces.
func wordAt(line string, at int) (from, to int) {
	from, to = at, at
	for from > 0 && line[from-1] != ' ' && line[from-1] != '\t' {
		from--
	}
	for to < len(line) && line[to] != ' ' && line[to] != '\t' {
		to++
	}
	return from, to
}

// ownTags are the tags of the page without a meaning to a run.
func (p *page) ownTags() (all []string) {
	kinds := feature.TagKinds()
	for _, r := range p.rows {
		if r.kind != tagLine {
			continue
		}
		for _, tag := range strings.Fields(r.text) {
			kind, _, _ := strings.Cut(strings.TrimPrefix(tag, "@"), ":")
			if _, known := kinds[kind]; !known && strings.HasPrefix(tag, "@") && !slices.Contains(all, tag) {
				all = append(all, tag)
			}
		}
	}
	slices.Sort(all)
	return all
}
