package runner

import (
	"errors"
	"reflect"
	"testing"

	"github.com/cucumber/godog"
	messages "github.com/cucumber/messages/go/v21"

	"understudy/steps/builtin"
	"understudy/steps/builtin/world/worldtest"
	"understudy/steps/report"
	"understudy/steps/target"
	"understudy/steps/vocabulary"
)

func TestWhatStandsBelowAStepBecomesTextsAndRows(t *testing.T) {
	cell := func(v string) *messages.PickleTableCell { return &messages.PickleTableCell{Value: v} }
	table := &godog.Table{Rows: []*messages.PickleTableRow{{Cells: []*messages.PickleTableCell{cell("a"), cell("1")}}, {Cells: []*messages.PickleTableCell{cell("b"), cell("")}}}}
	got := plain([]reflect.Value{reflect.ValueOf("x"), reflect.ValueOf(&godog.DocString{Content: "{}"}), reflect.ValueOf(table)})
	if got[0].String() != "x" || got[1].String() != "{}" || !reflect.DeepEqual(got[2].Interface(), [][]string{{"a", "1"}, {"b", ""}}) {
		t.Errorf("%v", got)
	}
}

func TestAStepThatFailsEndsTheScenarioForGodog(t *testing.T) {
	for rule, c := range map[string]struct {
		step    error
		godog   error
		verdict report.Verdict
	}{
		"no error": {nil, nil, report.Pass},
		"an error": {errors.New("broken"), godog.ErrSkip, report.Error},
	} {
		w := worldtest.On(t, target.Target{})
		w.Result.Verdict, w.Result.Steps = report.Pass, make([]report.Step, 1)
		var groups []any
		f := Suite{}.bound(&vocabulary.Step{Pattern: `^it has (\d+) "([^"]+)"$`, Func: func(_ *builtin.World, n int64, name string) error {
			groups = []any{n, name}
			return c.step
		}}, w).(func(int64, string) error)
		if err := f(3, "a"); !errors.Is(err, c.godog) || (err == nil) != (c.godog == nil) {
			t.Errorf("%s: godog gets %v", rule, err)
		}
		if !reflect.DeepEqual(groups, []any{int64(3), "a"}) {
			t.Errorf("%s: the step gets %v", rule, groups)
		}
		if got := w.Result.Verdict; got != c.verdict {
			t.Errorf("%s: the verdict is %q", rule, got)
		}
	}
}
