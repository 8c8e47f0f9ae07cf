package language

import (
	"errors"
	"strings"
	"unicode/utf8"

	"understudy/steps/feature"
)

// Format returns the text with the usual indentation, tables whose columns are in line,
// and one blank line between scenarios. Comments stay, and no scenario changes: the error
// says that the text is not Gherkin, too long, or would change.
func Format(text string) (string, error) {
	if len(text) > MaxText {
		return text, errors.New("the text is too long to be formatted: split it into several files")
	}
	before, err := feature.Content([]byte(text))
	if err != nil {
		return text, err
	}
	f := formatter{page: scan(text)}
	for i := 0; i < len(f.page.rows); i++ {
		i = f.line(i)
	}
	formatted := strings.TrimRight(strings.Join(f.out, "\n"), "\n") + "\n"
	if strings.Contains(text, "\r\n") {
		formatted = strings.ReplaceAll(formatted, "\n", "\r\n")
	}
	after, err := feature.Content([]byte(formatted))
	if err != nil || before != after {
		return text, errors.New("the text is left as it is: its scenarios would change")
	}
	return formatted, nil
}

// formatter writes the lines of a page again.
type formatter struct {
	page *page
	out  []string
	// inRule says that the lines belong to a rule, in that they belong to a scenario.
	inRule bool
	// depth is the indentation of the scenario or rule that the lines belong to.
	depth int
	last  kind
}

// indentation is that of one level.
const indentation = "  "

func (f *formatter) write(depth int, text string) {
	f.out = append(f.out, strings.TrimRight(strings.Repeat(indentation, depth)+text, " \t"))
}

// line writes what begins with a line, and returns the number of its last line.
func (f *formatter) line(number int) int {
	r := f.page.rows[number]
	body := strings.TrimSpace(r.text)
	switch r.kind {
	case blankLine:
		f.blank()
		return number
	case commentLine, tagLine:
		if (f.page.tagsOfHead(number) || f.page.commentOfHead(number)) && f.last != tagLine && f.last != commentLine {
			f.blank()
		}
		f.write(f.depthOf(number), body)
	case featureLine:
		f.depth = 0
		f.title(r)
	case ruleLine:
		f.inRule, f.depth = true, 1
		f.title(r)
	case backgroundLine, scenarioLine:
		f.depth = f.scenarioDepth()
		f.title(r)
	case examplesLine:
		f.write(f.depth+1, titled(r))
	case stepLine:
		f.write(f.depth+1, r.text[r.indent:r.body]+r.rest())
	case tableLine:
		return f.table(number)
	case docEdge:
		return f.doc(number)
	case otherLine:
		f.write(f.depth+1, body)
	}
	f.last = r.kind
	return number
}

// scenarioDepth is the depth of scenarios: of those in a rule it is 2.
func (f *formatter) scenarioDepth() int {
	if f.inRule {
		return 2
	}
	return 1
}

// title writes the first line of a part, with a blank line before it.
func (f *formatter) title(r row) {
	if f.last != tagLine && f.last != commentLine && len(f.out) > 0 {
		f.blank()
	}
	f.write(f.depth, titled(r))
}

// titled is a keyword with its name.
func titled(r row) string { return strings.TrimSpace(r.keyword + ": " + r.rest()) }

// blank writes a blank line, unless the last one is blank or there is none.
func (f *formatter) blank() {
	if n := len(f.out); n > 0 && f.out[n-1] != "" {
		f.out = append(f.out, "")
	}
}

// depthOf returns the depth of a comment or of tags: that of what comes below them.
func (f *formatter) depthOf(number int) int {
	below := f.page.below(number)
	if below == len(f.page.rows) {
		return f.depth
	}
	switch f.page.rows[below].kind {
	case featureLine:
		return 0
	case ruleLine:
		return 1
	case backgroundLine, scenarioLine:
		return f.scenarioDepth()
	case tableLine, docEdge:
		return f.depth + 2
	}
	return f.depth + 1
}

// table writes the rows of a table and the comments between them, with the columns in
// line.
func (f *formatter) table(number int) int {
	from := number
	var table [][]string
	var widths []int
	for ; number < len(f.page.rows); number++ {
		r := f.page.rows[number]
		if r.kind == commentLine {
			continue
		}
		if r.kind != tableLine {
			break
		}
		row := rawCells(r.text)
		for i, c := range row {
			if i == len(widths) {
				widths = append(widths, 0)
			}
			if n := utf8.RuneCountInString(c); n <= mostAligned {
				widths[i] = max(widths[i], n)
			}
		}
		table = append(table, row)
	}
	for number > from+1 && f.page.rows[number-1].kind == commentLine {
		number-- // it belongs to what comes below
	}
	for i := from; i < number; i++ {
		if f.page.rows[i].kind == commentLine {
			f.write(f.depth+2, strings.TrimSpace(f.page.rows[i].text))
			continue
		}
		f.write(f.depth+2, tableText(table[0], widths))
		table = table[1:]
	}
	f.last = tableLine
	return number - 1
}

// mostAligned is the length in letters of the longest cell that the others of its column are
// aligned with: a single long one would fill all rows with spaces.
const mostAligned = 200

// tableText is a row of a table.
func tableText(row []string, widths []int) string {
	var b strings.Builder
	b.WriteByte('|')
	for i, c := range row {
		b.WriteString(" " + c + strings.Repeat(" ", max(0, widths[i]-utf8.RuneCountInString(c))) + " |")
	}
	return b.String()
}

// rawCells are the cells of a row as they are written, without the spaces around them.
func rawCells(line string) (all []string) {
	for _, c := range cells(line) {
		all = append(all, line[c.from:c.to])
	}
	return all
}

// doc writes a doc string: its lines move with the mark that begins it.
func (f *formatter) doc(number int) int {
	edge := f.page.rows[number]
	depth := f.depth + 2
	f.write(depth, strings.TrimSpace(edge.text))
	for number++; number < len(f.page.rows); number++ {
		r := f.page.rows[number]
		if r.kind == docEdge {
			f.write(depth, strings.TrimSpace(r.text))
			break
		}
		spaces := len(r.text) - len(strings.TrimLeft(r.text, " "))
		line := r.text[min(spaces, edge.indent):]
		if line != "" {
			line = strings.Repeat(indentation, depth) + line
		}
		f.out = append(f.out, line)
	}
	f.last = docEdge
	return min(number, len(f.page.rows)-1)
}
