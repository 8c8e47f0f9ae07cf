package language

import (
	"strings"

	"understudy/steps/feature"
)

// Lens is a line of a file that can be run: a scenario, an outline with its examples, or
// the feature with all that is in it.
type Lens struct {
	Range Range  `json:"range"`
	Name  string `json:"name"`
	// Addresses are those of the scenarios, as a run reports them.
	Addresses []string `json:"addresses"`
	// Whole says that it is the whole feature.
	Whole bool `json:"whole"`
}

// Lenses returns what can be run of a file, from the top. A text that is not Gherkin has
// nothing to run.
func (l *Language) Lenses(f File) (all []Lens) {
	if len(f.Text) > MaxText {
		return nil
	}
	rows := scan(f.Text).rows
	suite := feature.ReadText(l.vocabulary, f.Path, []byte(f.Text))
	if len(suite.Files) == 0 {
		return nil
	}
	line := func(i int) Range {
		r := rows[i]
		return span(i, r.text, r.indent, len(strings.TrimRight(r.text, " \t")))
	}
	head := int(suite.Files[0].Document.Feature.Location.Line) - 1
	whole := Lens{Range: line(head), Name: suite.Files[0].Document.Feature.Name, Whole: true}
	byLine := map[int]int{}
	for _, sc := range suite.Scenarios {
		whole.Addresses = append(whole.Addresses, sc.Address)
		i := sc.Line - 1
		for i > 0 && rows[i].kind != scenarioLine { // the place of an example is its row
			i--
		}
		at, ok := byLine[i]
		if !ok {
			at = len(all)
			byLine[i] = at
			all = append(all, Lens{Range: line(i), Name: rows[i].rest()})
		}
		all[at].Addresses = append(all[at].Addresses, sc.Address)
	}
	if len(whole.Addresses) == 0 {
		return nil
	}
	return append([]Lens{whole}, all...)
}

// StepAt returns the place of a step of a scenario by its number, from 0; ok is false
// where there is none.
func (l *Language) StepAt(f File, address string, number int) (r Range, ok bool) {
	if len(f.Text) > MaxText {
		return r, false
	}
	rows := scan(f.Text).rows
	sc, err := feature.ReadText(l.vocabulary, f.Path, []byte(f.Text)).Find(address)
	if err != nil || number < 0 || number >= len(sc.Steps) {
		return r, false
	}
	at := sc.Steps[number].Line - 1
	return span(at, rows[at].text, rows[at].indent, len(strings.TrimRight(rows[at].text, " \t"))), true
}
