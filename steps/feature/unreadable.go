package feature

import (
	"bufio"
	"bytes"
	"fmt"
	"path"
	"strconv"
	"strings"
	"unicode/utf8"

	messages "github.com/cucumber/messages/go/v21"

	"understudy/spec/pattern"
	"understudy/spec/suggest"
)

// invalidUTF8 returns the place of the first byte of a text that is no UTF-8, and whether
// there is one.
func invalidUTF8(text []byte) (at Place, found bool) {
	number := 0
	for line := range bytes.Lines(text) {
		number++
		if utf8.Valid(line) {
			continue
		}
		column := 1
		for c, size := utf8.DecodeRune(line); c != utf8.RuneError || size > 1; c, size = utf8.DecodeRune(line) {
			line, column = line[size:], column+1
		}
		return Place{number, column}, true
	}
	return Place{}, false
}

// mostLine limits the length of a line in bytes: the parser cannot read a longer one.
const mostLine = bufio.MaxScanTokenSize - 1

// longLine is the number of the first line that is too long, or 0.
func longLine(text []byte) int {
	number := 0
	for line := range bytes.Lines(text) {
		number++
		if len(line) > mostLine {
			return number
		}
	}
	return 0
}

// The bounds of a file whose scenarios are unfolded: each row of examples is a scenario, which
// repeats the steps of its outline and of the background, and the tags above it. A text of
// 100 kB could unfold to gigabytes.
const (
	mostParts    = 100_000   // steps and tags
	mostUnfolded = 4 << 20   // bytes of their texts
	mostSearched = 256 << 20 // bytes that are searched for the placeholders of columns
)

// unfolded counts what the scenarios of a feature unfold to.
type unfolded struct{ parts, bytes, searched int }

func (u unfolded) isTooMuch() bool {
	return u.parts > mostParts || u.bytes > mostUnfolded || u.searched > mostSearched
}

// tooMuch returns the first scenario of a feature with which it unfolds to more than the
// bounds; nil where it does not.
func tooMuch(f *messages.Feature) *messages.Scenario {
	var total unfolded
	count := func(tags int, before unfolded, sc *messages.Scenario) *messages.Scenario {
		if sc != nil {
			total.add(sc, tags, before)
		}
		if total.isTooMuch() {
			return sc
		}
		return nil
	}
	var before unfolded // the background of the feature
	for _, child := range f.Children {
		if child.Background != nil {
			before.steps(child.Background.Steps)
		}
		if too := count(len(f.Tags), before, child.Scenario); too != nil {
			return too
		}
		if child.Rule == nil {
			continue
		}
		within := before
		for _, c := range child.Rule.Children {
			if c.Background != nil {
				within.steps(c.Background.Steps)
			}
			if too := count(len(f.Tags)+len(child.Rule.Tags), within, c.Scenario); too != nil {
				return too
			}
		}
	}
	return nil
}

// add counts the scenarios that one of a document unfolds to; before is its background, and
// tags the number of those above it.
func (u *unfolded) add(sc *messages.Scenario, tags int, before unfolded) {
	one := before
	one.steps(sc.Steps)
	one.parts += tags + len(sc.Tags)
	if len(sc.Examples) == 0 {
		u.parts, u.bytes = u.parts+one.parts, u.bytes+one.bytes
		return
	}
	text := textOf(sc.Steps) + sc.Name
	for _, ex := range sc.Examples {
		if ex.TableHeader == nil {
			continue
		}
		for _, row := range ex.TableBody {
			u.parts += one.parts + len(ex.Tags)
			u.bytes += before.bytes
			u.row(text, ex.TableHeader.Cells, row.Cells)
			if u.isTooMuch() {
				return
			}
		}
	}
}

// row counts a text with the values of a row of examples. They are put in column after column,
// and may hold the placeholders of later ones.
func (u *unfolded) row(text string, columns, values []*messages.TableCell) {
	for i, c := range columns[:min(len(columns), len(values))] {
		placeholder := "<" + c.Value + ">"
		u.searched += len(text)
		grown := len(text) + strings.Count(text, placeholder)*(len(values[i].Value)-len(placeholder))
		if u.bytes+grown > mostUnfolded || u.isTooMuch() {
			u.bytes += grown
			return
		}
		text = strings.ReplaceAll(text, placeholder, values[i].Value)
	}
	u.bytes += len(text)
}

// steps counts steps as they are written.
func (u *unfolded) steps(all []*messages.Step) {
	u.parts += len(all)
	u.bytes += len(textOf(all))
}

// textOf returns the texts of steps, with their doc strings and the cells of their tables.
func textOf(steps []*messages.Step) string {
	var b strings.Builder
	for _, st := range steps {
		b.WriteString(st.Text)
		if st.DocString != nil {
			b.WriteString(st.DocString.MediaType + st.DocString.Content)
		}
		if st.DataTable != nil {
			for _, row := range st.DataTable.Rows {
				for _, c := range row.Cells {
					b.WriteString(c.Value)
				}
			}
		}
	}
	return b.String()
}

var (
	syntaxError = pattern.Lazy(`(?m)^\((\d+):(\d+)\): (.*)$`)
	noFeature   = pattern.Lazy(`^expected: .*#FeatureLine.*, got '\s*(.*?)\s*'$`)
	unexpected  = pattern.Lazy(`^expected: .*, got '\s*(.*?)\s*'$`)
	noLanguage  = pattern.Lazy(`^Language not supported: (.*)$`)
)

// syntaxTexts are the parser's other errors, and what is reported instead.
var syntaxTexts = []struct{ begins, says string }{
	{"unexpected end of file, expected: #DocStringSeparator", `the doc string is not closed: end it with """`},
	{"unexpected end of file, expected: #TagLine", "a tag has nothing below it: write Scenario: and a name on the next line"},
	{"inconsistent cell count", `the row has another number of cells than the first row of its table: put | around each cell, and write \| for a | in a cell`},
}

// spacedTag matches a tag with spaces around its colon.
var spacedTag = pattern.Lazy(`(@[\w-]+)\s*:\s*([\w.-]+)`)

// spacedTagText says what to do about a line of tags, one of which has a space.
func spacedTagText(line []byte) string {
	tag := spacedTag().FindSubmatch(line)
	if tag == nil {
		return "a tag has no spaces: remove them"
	}
	return fmt.Sprintf("a tag has no spaces: did you mean %s:%s?", tag[1], tag[2])
}

// syntaxFaults returns the parser's errors for a text that is not Gherkin.
func syntaxFaults(file string, text []byte, err error) (faults []Fault) {
	lines := bytes.Split(text, []byte("\n"))
	for _, m := range syntaxError().FindAllStringSubmatch(err.Error(), -1) {
		line, _ := strconv.Atoi(m[1])
		column, _ := strconv.Atoi(m[2])
		says, last := syntaxText(m[3])
		if strings.HasPrefix(m[3], "A tag may not contain whitespace") && line <= len(lines) {
			says = spacedTagText(lines[line-1])
		}
		faults = append(faults, Fault{File: file, Line: line, Column: max(1, column), Message: "not Gherkin: " + says})
		if last {
			return faults
		}
	}
	if len(faults) == 0 {
		faults = append(faults, Fault{File: file, Line: 1, Column: 1, Message: "not Gherkin: " + err.Error()})
	}
	return faults
}

// syntaxText returns what is reported instead of an error of the parser. The last one is the
// reason of those after it.
func syntaxText(text string) (says string, last bool) {
	if before := noFeature().FindStringSubmatch(text); before != nil {
		return fmt.Sprintf("%q stands before the feature: %sbegin the file with Feature: and a name", before[1], meantKeyword(before[1])), true
	}
	if got := unexpected().FindStringSubmatch(text); got != nil {
		meant := meantKeyword(got[1])
		return fmt.Sprintf("%q cannot stand here: %sbegin a step with Given, When, Then or And, a scenario with Scenario:, a comment with #",
			got[1], meant), meant != ""
	}
	if name := noLanguage().FindStringSubmatch(text); name != nil {
		return fmt.Sprintf("there is no language %q: write # language: en, or leave the line out", name[1]), true
	}
	for _, t := range syntaxTexts {
		if strings.HasPrefix(text, t.begins) {
			return t.says, false
		}
	}
	return text, false
}

// meantKeyword suggests the keyword that a line was meant to begin with.
func meantKeyword(line string) string {
	word, _, ok := strings.Cut(strings.TrimSpace(line), ":")
	near := suggest.Misspelt(word, []string{"Feature", "Rule", "Background", "Scenario", "Scenario Outline", "Examples"})
	if !ok || near == "" || near == word {
		return ""
	}
	return fmt.Sprintf("did you mean %s:? ", near)
}

// noScenario is the error for a folder without scenarios. It names the file that was meant to
// have one: of those that were read, or else another file or folder that is named like one.
func noScenario(folder Folder, read []*File, other string) error {
	switch {
	case len(read) > 0:
		meant := ""
		for line := range strings.Lines(read[0].Document.Feature.Description) {
			meant += meantKeyword(line)
		}
		return fmt.Errorf("no scenario in the folder %s: %s has none: %swrite Scenario: and a name below its first line", folder.Name, read[0].Path, meant)
	case other != "":
		return fmt.Errorf("no scenario in the folder %s: %s is not read: the name of a feature file ends in .feature, and it is no folder", folder.Name, path.Join(folder.Name, other))
	}
	return fmt.Errorf("no scenario in the folder %s: understudy new feature writes a file to start from, whose name ends in .feature", folder.Name)
}
