package language

import (
	"slices"
	"strings"

	"understudy/spec/contract"
)

// membersTable ends the steps whose table has a member of the body in each row.
const membersTable = " with members:"

// bodyName completes the name of a member in the JSON below a step that sends a request.
func (c *completer) bodyName() {
	place, typed, inName := openName(c.docText())
	if !inName {
		return
	}
	end := `": `
	if strings.HasPrefix(c.row().text[c.at:], `"`) {
		end = ""
	}
	c.bodyMembers(place, typed, c.at-len(typed), c.at, end)
}

// bodyMembers adds the members of the request's body that stand at a place, a JSON pointer with *
// for the items of an array and the values of a map.
func (c *completer) bodyMembers(place, typed string, from, to int, end string) {
	places, of := c.membersBelow()
	for _, pointer := range places {
		name, below := strings.CutPrefix(pointer, place+"/")
		if below && !strings.Contains(name, "/") && name != "*" && strings.HasPrefix(name, typed) {
			c.add(from, to, Completion{Label: name, Kind: "value", Detail: "a member of " + of, Insert: []Piece{{Text: name + end}}})
		}
	}
}

// membersBelow are the places of the members, as JSON pointers, that the JSON below the step above
// the line may have, and what has them: the step's own, or those of the request's body.
func (c *completer) membersBelow() (places []string, of string) {
	steps := c.language.vocabulary.Matching(c.stepAbove())
	if len(steps) == 1 && len(steps[0].Members) > 0 {
		return steps[0].Members, strings.TrimSuffix(steps[0].Example, ":")
	}
	above := c.language.askedAbove(c.page, c.number)
	if len(above) == 0 {
		return nil, ""
	}
	for _, p := range contract.Parameters(above[0]) {
		if p.In == "body" {
			places = append(places, p.Name)
		}
	}
	return places, "the body of " + above[0]
}

// memberValues completes the value of a member in a row of a table: the one of the step's example,
// what stands for such a value, or a text.
func (c *completer) memberValues(member, typed string, from, to int) {
	add := func(detail string, pieces ...Piece) {
		text := Completion{Insert: pieces}.Text()
		if strings.HasPrefix(text, typed) && text != typed {
			c.add(from, to, Completion{Label: text, Kind: "value", Detail: detail, Insert: pieces})
		}
	}
	before := len(c.found)
	for _, s := range c.language.vocabulary.Matching(c.stepAbove()) {
		for line := range strings.Lines(s.Below) {
			if row := cells(strings.TrimSuffix(line, "\n")); len(row) == 2 && row[0].value == member {
				add("a value of "+member, Piece{Text: row[1].value})
			}
		}
	}
	key := member[strings.LastIndexByte(member, '.')+1:]
	for _, name := range c.language.reserved {
		if text := "<" + name + ">"; strings.HasSuffix(name, "."+key) && !c.offers(text) {
			add(reservedDoc(name), Piece{Text: text})
		}
	}
	for _, name := range c.page.rememberedAbove(c.number) {
		add("remembered above", Piece{Text: "<" + name + ">"})
	}
	if len(c.found) == before {
		add("a text", Piece{Text: `"`}, Piece{Text: "text", Hole: true}, Piece{Text: `"`})
	}
}

// offers reports whether a text is offered already.
func (c *completer) offers(label string) bool {
	return slices.ContainsFunc(c.found, func(f Completion) bool { return f.Label == label })
}

// docText is the text of a doc string from its beginning to the position.
func (c *completer) docText() string {
	first := c.number
	for first > 0 && c.page.rows[first-1].kind == docLine {
		first--
	}
	var b strings.Builder
	for _, r := range c.page.rows[first:c.number] {
		b.WriteString(r.text + "\n")
	}
	return b.String() + c.row().text[:c.at]
}

// openName returns the beginning of a member's name in which a JSON text ends, if it does, and
// the place of the object, as a JSON pointer with * for the items of an array.
func openName(text string) (place, typed string, inName bool) {
	type level struct {
		array bool
		name  string // of the member that is being written
		value bool   // its colon was written
	}
	var open []level
	inText, from := false, 0
	for i := 0; i < len(text); i++ {
		switch b := text[i]; {
		case inText && b == '\\':
			i++
		case inText && b == '"':
			inText = false
			if n := len(open); n > 0 && !open[n-1].value {
				open[n-1].name = text[from:i]
			}
		case inText:
		case b == '"':
			inText, from = true, i+1
		case b == '{', b == '[':
			open = append(open, level{array: b == '['})
		case (b == '}' || b == ']') && len(open) > 0:
			open = open[:len(open)-1]
		case b == ':' && len(open) > 0:
			open[len(open)-1].value = true
		case b == ',' && len(open) > 0:
			open[len(open)-1].value = false
		}
	}
	n := len(open)
	if !inText || n == 0 || open[n-1].array || open[n-1].value {
		return "", "", false
	}
	var b strings.Builder
	for _, l := range open[:n-1] {
		if l.array {
			b.WriteString("/*")
			continue
		}
		b.WriteString("/" + l.name)
	}
	return b.String(), text[from:], true
}
