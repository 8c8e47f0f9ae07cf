package catalogue

import (
	"slices"
	"strings"
	"testing"

	"understudy/spec/gap"
	"understudy/spec/promise"
	"understudy/steps"
)

func TestEveryRowIsListedOnce(t *testing.T) {
	promises, err := Promises()
	if err != nil {
		t.Fatal(err)
	}
	for _, p := range promise.All {
		listed(t, PromisesText(promises), "\n  "+p.ID+"\n")
		listed(t, PromisesMarkdown(promises), "\n| `"+p.ID+"` |")
	}
	for _, g := range gap.All {
		listed(t, GapsText(gap.All), "\n  "+g.ID+"\n")
		listed(t, GapsMarkdown(gap.All), "\n| `"+g.ID+"` |")
	}
	for _, s := range steps.Catalogue() {
		listed(t, StepsText(steps.Catalogue()), " "+s.Example+"\n      "+docOf(s)+"\n")
		row := strings.TrimSuffix(tableRow(s.Keyword+" "+code(s.Example), docOf(s)), " |\n")
		if len(s.Lists) > 0 {
			listed(t, StepsMarkdown([]steps.Step{s}), "take each of these: "+strings.Join(s.Lists, ", ")+".\n")
		}
		listed(t, StepsMarkdown(steps.Catalogue()), "\n"+row)
	}
}

func TestStepsShowWhatTheyNeedAndProvide(t *testing.T) {
	step := steps.Step{Doc: "Creates a link.", Requires: []steps.Thing{steps.AResponse, steps.ASegment}, Provides: []steps.Thing{steps.AResponse}}
	if got := docOf(step); got != "Creates a link. Needs a segment." {
		t.Error(got)
	}
	step = steps.Step{Doc: "Creates both.", Provides: []steps.Thing{steps.AResponse, steps.ASegment, "a link"}}
	if got := docOf(step); got != "Creates both. Provides a segment, a link." {
		t.Error(got)
	}
}

func TestEveryExceptionStandsBesideOnePromise(t *testing.T) {
	promises, err := Promises()
	if err != nil {
		t.Fatal(err)
	}
	for _, e := range gap.Exceptions {
		n := 0
		for _, p := range promises {
			n += len(slices.DeleteFunc(slices.Clone(p.Exceptions), func(o gap.Exception) bool { return o.Schema != e.Schema || o.Member != e.Member }))
		}
		if n != 1 {
			t.Errorf("%s of %s stands beside %d promises", e.Member, e.Schema, n)
		}
	}
	listed(t, PromisesText(promises), "      except   description may be null: in practice null where there is nothing to say\n")
	listed(t, PromisesMarkdown(promises), "; `description` may be null: in practice null where there is nothing to say |")
}

func listed(t *testing.T, text, row string) {
	t.Helper()
	if n := strings.Count(text, row); n != 1 {
		t.Errorf("%q is listed %d times", row, n)
	}
}

func TestACellOfATableIsOneLineWithoutABar(t *testing.T) {
	if got, want := tableRow("a|b", "c\nd"), "| a\\|b | c d |\n"; got != want {
		t.Errorf("the row is %q, want %q", got, want)
	}
}

func TestEveryPromiseNamesAScenarioThatChecksIt(t *testing.T) {
	promises, err := Promises()
	if err != nil {
		t.Fatal(err)
	}
	for _, p := range promises {
		if len(p.Scenarios) == 0 {
			t.Errorf("no scenario checks %s", p.ID)
			continue
		}
		want := "      checked by " + p.Scenarios[0] + "\n"
		if text := PromisesText([]Promise{p}); !strings.Contains(text, want) {
			t.Errorf("%q is not in %q", want, text)
		}
	}
}
