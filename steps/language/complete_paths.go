package language

import (
	"fmt"
	"regexp"
	"slices"
	"strings"

	"understudy/spec"
	"understudy/spec/contract"
	"understudy/steps/feature"
)

// pathPlaces match a step up to a place for the gjson path of a value, and capture the list
// that the value is a member of, if it is one, and the path as far as it is written.
var pathPlaces = []*regexp.Regexp{
	regexp.MustCompile(`^()"([^"]*)$`),
	regexp.MustCompile(`^()I remember "([^"]*)$`),
	regexp.MustCompile(`^()I send it again until "([^"]*)$`),
	regexp.MustCompile(`^()".*(?:before|after|of) "([^"]*)$`),
	regexp.MustCompile(`records? of "([^"]+)" (?:has|have) "([^"]*)$`),
}

// listPlace matches a step up to the path of a list of records.
var listPlace = regexp.MustCompile(`records? of "([^"]*)$`)

// paths completes the gjson path of a value of the last response.
func (c *completer) paths(typed string) {
	if m := listPlace.FindStringSubmatch(typed); m != nil {
		c.members(m[1], func(m contract.Member) string {
			if slices.Contains(m.Type, "array") {
				return pathOf(m)
			}
			return ""
		})
		return
	}
	for _, place := range pathPlaces {
		m := place.FindStringSubmatch(typed)
		if m == nil {
			continue
		}
		list := strings.TrimSuffix(m[1], ".#")
		c.members(m[2], func(m contract.Member) string {
			path := pathOf(m)
			if list == "" {
				return path
			}
			member, _ := strings.CutPrefix(path, list+".0.")
			if member == path {
				return ""
			}
			return member
		})
		return
	}
}

// members adds the paths that begin with what is typed, of the responses to the requests
// above. A quote is added where none follows.
func (c *completer) members(typed string, path func(contract.Member) string) {
	to, end := c.quoteEnd()
	c.memberPaths(typed, c.at-len(typed), to, end, path)
}

func (c *completer) memberPaths(typed string, from, to int, end string, path func(contract.Member) string) {
	seen := map[string]bool{}
	for _, id := range c.language.askedAbove(c.page, c.number) {
		members := contract.Members(id)
		for _, m := range members {
			if inMap(m, members) {
				continue
			}
			for _, text := range forms(path(m), typed) {
				if !seen[text] && strings.HasPrefix(text, typed) && text != typed {
					seen[text] = true
					c.add(from, to, Completion{Label: text, Kind: "value", Detail: typesOf(m), Doc: c.language.explainID("promise", m.Promise),
						Insert: []Piece{{Text: text + end}}})
				}
			}
		}
	}
}

// forms are the ways to write a path: of the first record, and of all where that is what
// is being written.
func forms(path, typed string) []string {
	switch {
	case path == "":
		return nil
	case strings.Contains(typed, ".#"):
		return []string{strings.Replace(path, ".0.", ".#.", 1)}
	}
	return []string{path}
}

// pathOf is the gjson path of a member, of the first item of each list.
func pathOf(m contract.Member) string {
	path := strings.ReplaceAll(m.Pattern, "/*", "/0") // ~0 and ~1 stand in no name of the document
	return strings.ReplaceAll(strings.TrimPrefix(path, "/"), "/", ".")
}

// inMap reports whether a member is a value of a map, whose names the document does not
// list, or below one.
func inMap(m contract.Member, all []contract.Member) bool {
	for at := strings.Index(m.Pattern, "/*"); at >= 0; {
		i := slices.IndexFunc(all, func(p contract.Member) bool { return p.Pattern == m.Pattern[:at] })
		if i >= 0 && !slices.Contains(all[i].Type, "array") {
			return true
		}
		next := strings.Index(m.Pattern[at+2:], "/*")
		if next < 0 {
			break
		}
		at += 2 + next
	}
	return false
}

// typesOf names the types of a member.
func typesOf(m contract.Member) string {
	text := strings.Join(m.Type, " or ")
	if m.Nullable {
		text = strings.TrimPrefix(text+" or null", " or ")
	}
	if !m.Required {
		text += ", may be absent"
	}
	return strings.TrimPrefix(text, ", ")
}

// askedAbove are the operations of the last step of a scenario above a line that calls some, that of
// its last response first.
func (l *Language) askedAbove(p *page, number int) []string {
	if number == 0 {
		return nil
	}
	above := &page{rows: p.rows[:number], keywords: p.keywords}
	for _, sc := range l.plain(above, number-1).Scenarios {
		for i := len(sc.Steps) - 1; i >= 0; i-- {
			if calls := sc.Steps[i].Calls; len(calls) > 0 {
				return calls
			}
		}
	}
	return nil
}

// names completes what stands between < and >: what the steps above remember, the values
// of the target file and of the run, and the columns of the examples.
func (c *completer) names(typed string, from int) {
	i := strings.LastIndex(typed, "<")
	if i < 0 || strings.ContainsAny(typed[i:], "> ") {
		return
	}
	add := func(name, detail string) {
		if text := "<" + name + ">"; strings.HasPrefix(text, typed[i:]) {
			to := c.at
			if strings.HasPrefix(c.row().text[c.at:], ">") {
				to++
			}
			c.add(from+i, to, Completion{Label: text, Kind: "value", Detail: detail, Insert: []Piece{{Text: text}}})
		}
	}
	for _, name := range c.page.columns(c.number) {
		add(name, "column of the examples")
	}
	for _, name := range c.page.rememberedAbove(c.number) {
		add(name, "remembered above")
	}
	key := keyBefore(typed[:i])
	fits := func(name string) bool { return key != "" && strings.HasSuffix(name, "."+key) }
	for _, likely := range []bool{true, false} {
		for _, name := range c.language.reserved {
			if fits(name) == likely {
				add(name, reservedDoc(name))
			}
		}
	}
}

var (
	memberBefore  = regexp.MustCompile(`(\w+)"?\s*[:|]\s*"?$`)
	segmentBefore = regexp.MustCompile(`/(\w+)s/$`)
)

// keyBefore is the name of the member, or of the parameter of a path, that a value stands
// for, by what is written before it.
func keyBefore(text string) string {
	if m := memberBefore.FindStringSubmatch(text); m != nil {
		return m[1]
	}
	if m := segmentBefore.FindStringSubmatch(text); m != nil {
		return m[1] + "_id"
	}
	return ""
}

func reservedDoc(name string) string {
	switch name {
	case "run.id":
		return "the id of the run"
	case "run.name":
		return "another name each time, with the id of the run"
	}
	return "that value of the target file"
}

var remembers = regexp.MustCompile(`^I remember .* as "([^"]+)"$`)

// rememberedAbove are the names that the steps above a line of a scenario remember.
func (p *page) rememberedAbove(number int) []string {
	from, _, ok := p.scenario(number)
	if !ok {
		return nil
	}
	return p.remembered(from, number)
}

// remembered are the names that the steps of some lines remember.
func (p *page) remembered(from, to int) (names []string) {
	for _, r := range p.rows[from:to] {
		if at, end, ok := rememberedIn(r); ok && !slices.Contains(names, r.text[at:end]) {
			names = append(names, r.text[at:end])
		}
	}
	return names
}

var sentPath = regexp.MustCompile(`^I send ([A-Z]+) "(/[^"?]*)?$`)

// requests completes the path of a request: those of the document's operations with the
// method that is written.
func (c *completer) requests(typed string) {
	m := sentPath.FindStringSubmatch(typed)
	if m == nil {
		return
	}
	from := c.at - len(m[2])
	to, end := c.quoteEnd()
	for _, o := range spec.Operations {
		if o.Method == m[1] && mayBecome(m[2], filled(o.Path)) && !c.language.rejects(o) {
			c.add(from, to, Completion{Label: filled(o.Path), Kind: "value", Detail: o.ID, Doc: c.language.explainID("operation", o.ID),
				Insert: []Piece{{Text: filled(o.Path) + end}}})
		}
	}
}

// rejects reports whether lint rejects a request of an operation: it is left to another step.
func (l *Language) rejects(o spec.Operation) bool {
	const number = 5
	text := fmt.Sprintf("Feature: x\n\n@expect:x\nScenario: x\n  When I send %s %q\n", o.Method, filled(o.Path))
	return slices.ContainsFunc(feature.ReadText(l.vocabulary, "x.feature", []byte(text)).Lint(),
		func(f feature.Fault) bool { return f.Line == number && !f.Warning })
}

// mayBecome reports whether the path of an operation has the segments of one that is being
// written, in their order: the last one of these may be a part of its own.
func mayBecome(typed, path string) bool {
	written, all := strings.Split(typed, "/"), strings.Split(path, "/")
	for _, segment := range written[:len(written)-1] {
		i := slices.Index(all, segment)
		if i < 0 {
			return false
		}
		all = all[i+1:]
	}
	last := written[len(written)-1]
	return slices.ContainsFunc(all, func(segment string) bool { return strings.Contains(segment, last) })
}

// filled is the path of an operation with placeholders: for values of the target file, and
// for what a scenario remembers.
func filled(path string) string {
	return strings.NewReplacer("{destination_id}", "<resources.destination_id>", "{source_id}", "<resources.source_id>",
		"{service_name}", "<resources.connector_service_name>", "{", "<", "}", ">").Replace(path)
}
