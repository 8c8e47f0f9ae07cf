package view

import (
	"bytes"
	"encoding/json"
	"fmt"
	"slices"
	"strings"
	"unicode"

	"github.com/tidwall/gjson"

	"understudy/steps/report"
	"understudy/steps/report/prose"
)

// Layout is a body formatted for reading: a value per line, and the line that a
// finding is about separately.
type Layout struct {
	Before, Marked, After string
	// Note says which part of the body this is, where it is not the whole.
	Note string
}

// String returns the whole text.
func (l Layout) String() string {
	return strings.Trim(l.Before+"\n"+l.Marked+"\n"+l.After, "\n")
}

const (
	// mostLines is how many lines of a body are shown, and linesAhead how many of
	// them come before the line that a finding is about.
	mostLines  = 30
	linesAhead = 12
	// mostWide is the length at which a line is cut, in characters.
	mostWide = 400
)

// layOut formats a body for reading. Of a long one it shows the part around the place
// of a JSON pointer, or its start without one.
func layOut(body, pointer string) Layout {
	lines, marked := []string{}, -1
	if text, ok := indented(body); ok {
		lines, marked = strings.Split(text, "\n"), lineOf(text, pointer)
	} else if body != "" {
		lines = strings.Split(body, "\n")
	}
	for i := range lines {
		lines[i] = prose.Clip(prose.Legible(strings.TrimRight(lines[i], "\r")), mostWide)
	}
	from := max(0, min(marked-linesAhead, len(lines)-mostLines))
	to := min(len(lines), from+mostLines)
	l := Layout{Before: strings.Join(lines[from:to], "\n")}
	if marked >= 0 {
		l.Before, l.Marked, l.After = strings.Join(lines[from:marked], "\n"), lines[marked], strings.Join(lines[marked+1:to], "\n")
	}
	if to-from < len(lines) {
		l.Note = fmt.Sprintf("lines %d to %d of %d; the JSON report has the rest", from+1, to, len(lines))
	}
	return l
}

// indented formats JSON with a value per line, also where its end was cut off. It
// leaves other text unchanged.
func indented(body string) (string, bool) {
	body = strings.TrimSpace(body)
	if start, cut := strings.CutSuffix(body, report.Cut); cut && strings.IndexAny(start, "{[") == 0 {
		return indentedStart(start) + report.Cut, true
	}
	var b bytes.Buffer
	if json.Indent(&b, []byte(body), "", "  ") != nil {
		return "", false
	}
	return b.String(), true
}

// indentedStart formats the start of a JSON text.
func indentedStart(text string) string {
	var b strings.Builder
	depth, inString, escaped := 0, false, false
	feed := func(by int) string {
		depth += by
		return "\n" + strings.Repeat("  ", max(0, depth))
	}
	for _, c := range text {
		switch {
		case inString:
			b.WriteRune(c)
			inString, escaped = c != '"' || escaped, c == '\\' && !escaped
		case c == '{' || c == '[':
			b.WriteString(string(c) + feed(1))
		case c == '}' || c == ']':
			b.WriteString(feed(-1) + string(c))
		case c == ',':
			b.WriteString("," + feed(0))
		case c == ':':
			b.WriteString(": ")
		case !unicode.IsSpace(c):
			b.WriteRune(c)
			inString = c == '"'
		}
	}
	return b.String()
}

// lineOf returns the line of a JSON text, counted from 0, that a pointer points to.
// Where that is missing, it is the line of the nearest parent; -1 for no pointer.
func lineOf(text, pointer string) int {
	steps := strings.Split(strings.TrimPrefix(pointer, "/"), "/")
	for i, step := range steps {
		steps[i] = gjson.Escape(strings.NewReplacer("~1", "/", "~0", "~").Replace(step))
	}
	for ; pointer != "" && len(steps) > 0; steps = steps[:len(steps)-1] {
		if v := gjson.Get(text, strings.Join(steps, ".")); v.Exists() && v.Index > 0 {
			return strings.Count(text[:v.Index], "\n")
		}
	}
	return -1
}

// Message is one side of an exchange, for reading: a first line, the header, a body.
type Message struct {
	First  string
	Header []string
	Body   Layout
}

// Request returns the request of an exchange.
func Request(e *report.Exchange) Message {
	header := headerLines(e.RequestHeader)
	if e.LeftOut != "" {
		header = append(header, "(left out: "+prose.OneLine(e.LeftOut)+")")
	}
	return Message{prose.OneLine(e.Method + " " + e.URL), header, layOut(e.RequestBody, "")}
}

// Response returns the response of an exchange. Of a long body it shows the part around
// the place of a JSON pointer, or its start without one.
func Response(e *report.Exchange, pointer string) Message {
	first := fmt.Sprintf("HTTP %d in %d ms", e.Status, e.DurationMS)
	if e.Status == 0 {
		first = "no response"
	}
	if e.Error != "" {
		first += ": " + prose.OneLine(e.Error)
	}
	return Message{first, headerLines(e.ResponseHeader), layOut(e.ResponseBody, pointer)}
}

func headerLines(header map[string]string) (lines []string) {
	for name, value := range header {
		lines = append(lines, prose.Clip(prose.OneLine(name+": "+value), mostWide))
	}
	slices.Sort(lines)
	return lines
}

// String returns the message as it is sent over the wire.
func (m Message) String() string {
	text := strings.Join(append([]string{m.First}, m.Header...), "\n")
	if body := m.Body.String(); body != "" {
		text += "\n\n" + body
	}
	return text
}
