package steps

import (
	"io"
	"math/rand"
	"slices"

	"github.com/cucumber/godog"
	"github.com/cucumber/godog/formatters"
	messages "github.com/cucumber/messages/go/v21"
)

// formatName is the formatter that prints nothing: results travel through
// hooks, because godog's own writers count a skip as a pass.
const formatName = "understudy"

func init() {
	godog.Format(formatName, "prints nothing", func(string, io.Writer) formatters.Formatter { return silent{} })
}

type silent struct{ godog.Formatter }

func (silent) TestRunStarted()                                                           {}
func (silent) Feature(*messages.GherkinDocument, string, []byte)                         {}
func (silent) Pickle(*godog.Scenario)                                                    {}
func (silent) Defined(*godog.Scenario, *godog.Step, *formatters.StepDefinition)          {}
func (silent) Passed(*godog.Scenario, *godog.Step, *formatters.StepDefinition)           {}
func (silent) Skipped(*godog.Scenario, *godog.Step, *formatters.StepDefinition)          {}
func (silent) Undefined(*godog.Scenario, *godog.Step, *formatters.StepDefinition)        {}
func (silent) Pending(*godog.Scenario, *godog.Step, *formatters.StepDefinition)          {}
func (silent) Ambiguous(*godog.Scenario, *godog.Step, *formatters.StepDefinition, error) {}
func (silent) Failed(*godog.Scenario, *godog.Step, *formatters.StepDefinition, error)    {}
func (silent) Summary()                                                                  {}

// index finds scenarios by address.
func (s *suite) index() map[string]*scenario {
	m := map[string]*scenario{}
	for _, sc := range s.scenarios {
		m[sc.address] = sc
	}
	return m
}

// ordered answers the features with selected scenarios in the order to run them
// in: those that wait first, so that others run meanwhile, or all shuffled by a
// seed. godog shuffles the scenarios of each by the same seed.
func (s *suite) ordered(selected map[string]bool, seed int64) (contents []godog.Feature) {
	slow, wanted := map[string]bool{}, map[string]bool{}
	for _, sc := range s.scenarios {
		wanted[sc.file] = wanted[sc.file] || selected[sc.address]
		slow[sc.file] = slow[sc.file] || slices.Contains(sc.tags, "@slow")
	}
	for _, f := range s.contents {
		if wanted[f.Name] {
			contents = append(contents, f)
		}
	}
	slices.SortStableFunc(contents, func(a, b godog.Feature) int {
		switch {
		case slow[a.Name] == slow[b.Name]:
			return 0
		case slow[a.Name]:
			return -1
		}
		return 1
	})
	if seed != 0 {
		rand.New(rand.NewSource(seed)).Shuffle(len(contents), func(i, j int) { contents[i], contents[j] = contents[j], contents[i] })
	}
	return contents
}
