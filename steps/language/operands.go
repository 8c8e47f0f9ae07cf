package language

import (
	"regexp"
	"slices"
	"strings"
)

// operand matches a part of a condition that the writer chooses: a text, a placeholder, a
// number, a length of time, or now.
var operand = regexp.MustCompile(`"[^"]*"|<[^<>]+>|\b\d+(?:\.\d+)?(?: (?:second|minute|hour|day)s?)?\b|\bnow\b`)

// regexpOperand matches that of a condition on a regular expression, without its quotes.
var regexpOperand = regexp.MustCompile(`^(?:matches|does not match) "(.*)"$`)

// operands cuts a condition into words and parts to fill in.
func (l *Language) operands(condition string) []Piece {
	if m := regexpOperand.FindStringSubmatchIndex(condition); m != nil {
		return cut(condition, [][]int{m[2:]})
	}
	known := l.operandsOf(condition)
	if len(known) == 0 {
		return cut(condition, operand.FindAllStringIndex(condition, -1))
	}
	all := cut(condition, regexp.MustCompile(`\b(?:`+strings.Join(known, "|")+`)\b`).FindAllStringIndex(condition, -1))
	for i, p := range all {
		if p.Hole {
			all[i].Choices = firstOf(known, p.Text)
		}
	}
	return all
}

// operandsOf are all operands that a condition may have, where they are few.
func (l *Language) operandsOf(condition string) []string {
	for _, s := range l.vocabulary.Matching(`"x" ` + condition) {
		if s.IsCondition {
			return s.Operands
		}
	}
	return nil
}

// firstOf are some texts, of which one comes first.
func firstOf(all []string, first string) []string {
	return append([]string{first}, slices.DeleteFunc(slices.Clone(all), func(text string) bool { return text == first })...)
}

// cut makes parts to fill in of some bytes of a text.
func cut(text string, places [][]int) (all []Piece) {
	from := 0
	for _, at := range places {
		if at[0] > from {
			all = append(all, Piece{Text: text[from:at[0]]})
		}
		all = append(all, Piece{Text: text[at[0]:at[1]], Hole: true})
		from = at[1]
	}
	if from < len(text) {
		all = append(all, Piece{Text: text[from:]})
	}
	return all
}

// knownOperands completes the operand of a condition that has one of a few, such as a type.
func (c *completer) knownOperands(typed string) {
	for _, w := range c.language.steps {
		if len(w.Operands) == 0 {
			continue
		}
		_, condition, _ := strings.Cut(w.Example, `" `)
		lead := c.language.operands(condition)[0].Text
		at := strings.LastIndex(typed, lead)
		if at < 0 {
			continue
		}
		names := strings.Split(typed[at+len(lead):], " or ")
		part := names[len(names)-1]
		for _, name := range w.Operands {
			if strings.HasPrefix(name, part) && !slices.Contains(names[:len(names)-1], name) {
				c.add(c.at-len(part), c.at, Completion{Label: name, Kind: "value", Detail: "in the condition: " + condition,
					Doc: explainStep(w.Step), Insert: []Piece{{Text: name}}})
			}
		}
	}
}

// header is a header of HTTP, with a value that it may have.
type header struct{ name, value string }

// responseHeaders are those that scenarios check or remember, requestHeaders those that they send.
var (
	responseHeaders = []header{{"Content-Type", "application/json"}, {"Cache-Control", "no-store"}, {"Content-Encoding", "gzip"},
		{"Content-Length", "120"}, {"Date", "Tue, 01 Jan 2030 00:00:00 GMT"}, {"ETag", "abc"}, {"Location", "/api/v1/"}, {"Retry-After", "1"},
		{"Vary", "Accept-Encoding"}, {"WWW-Authenticate", "Bearer"}}
	requestHeaders = []header{{"Accept", "application/json"}, {"Accept-Encoding", "gzip"}, {"Accept-Language", "de"},
		{"Content-Type", "application/json"}, {"If-None-Match", "abc"}, {"User-Agent", "our-client/1.0"}}
)

// headerPlace matches a step up to the name of a header, and headerValuePlace up to the value of
// one that is sent.
var (
	headerPlace      = regexp.MustCompile(`^(the header|I remember the header|the next request has the header) "([^"]*)$`)
	headerValuePlace = regexp.MustCompile(`^the next request has the header "([^"]+)" "([^"]*)$`)
)

// headers completes the name of a header, and the value of one that is sent.
func (c *completer) headers(typed string) {
	if m := headerValuePlace.FindStringSubmatch(typed); m != nil {
		c.quoted(m[2], headerValue(m[1], requestHeaders), "a value of "+m[1])
		return
	}
	m := headerPlace.FindStringSubmatch(typed)
	if m == nil {
		return
	}
	known, detail := responseHeaders, "a header of responses"
	if strings.HasPrefix(m[1], "the next") {
		known, detail = requestHeaders, "a header of requests"
	}
	for _, h := range known {
		c.quoted(m[2], h.name, detail)
	}
}

// quoted adds a text between quotes that begins with what is typed of it. A quote is added where
// none follows.
func (c *completer) quoted(typed, text, detail string) {
	if text == typed || !strings.HasPrefix(strings.ToLower(text), strings.ToLower(typed)) {
		return
	}
	to, end := c.quoteEnd()
	c.add(c.at-len(typed), to, Completion{Label: text, Kind: "value", Detail: detail, Insert: []Piece{{Text: text + end}}})
}

// quoteEnd is where the text between quotes ends that the position is in, and the quote to add
// where it has none.
func (c *completer) quoteEnd() (to int, end string) {
	if at := strings.IndexByte(c.row().text[c.at:], '"'); at >= 0 {
		return c.at + at, ""
	}
	return c.at, `"`
}

// headerValue is a value that a header may have.
func headerValue(name string, known []header) string {
	for _, h := range known {
		if strings.EqualFold(h.name, name) {
			return h.value
		}
	}
	return "value"
}

var quotedTexts = regexp.MustCompile(`"[^"]*"(?:, "[^"]*")*`)

// onHeader is a condition with a text that the header of its step may have, in place of texts of
// the document's members.
func onHeader(condition, name string) string {
	value := headerValue(name, responseHeaders)
	switch {
	case strings.HasPrefix(condition, "matches "):
		value = "^" + regexp.QuoteMeta(value)
	case !strings.Contains(condition, "equals ") && !strings.Contains(condition, "is ") && !strings.Contains(condition, "contain"):
		return condition
	}
	return quotedTexts.ReplaceAllLiteralString(condition, `"`+value+`"`)
}
