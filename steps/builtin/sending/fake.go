package sending

import (
	"fmt"
	"maps"
	"slices"
	"strings"

	"github.com/tidwall/gjson"

	"understudy/spec"
	"understudy/spec/suggest"
	"understudy/steps/builtin/remembered"
	"understudy/steps/builtin/rows"
	"understudy/steps/builtin/world"
	"understudy/steps/vocabulary"
)

// FakeRows are the steps that only a fake of ours can take: they use the control_url of the
// target file, and skip the scenario where it has none.
var FakeRows = rows.Group{
	Given: []vocabulary.Step{
		{
			Pattern: `^the clock of the fake advances by ([0-9][^"]*)$`, Example: `the clock of the fake advances by 15 minutes`, ForOwn: true,
			Doc: "Moves the clock of the fake forward, through control_url of the target file, and not back. Where there is no " +
				"control_url, the scenario is skipped.",
			NeedsClock: true, Writes: true, Footprint: vocabulary.Footprint{Needs: "control_url", ClockMoves: 1},
			Check: checkAdvance, Func: advance,
		},
		{
			Pattern: `^the fake has the fault:$`, Example: `the fake has the fault:`, ForOwn: true,
			Members: faultPlaces(),
			Below:   "\"\"\"\n{\"operation\": \"list-topics\", \"when\": {\"first\": 1}, \"status\": 429, \"retry_after\": 1}\n\"\"\"",
			Doc: "Sets a fault, as the control API takes it, until the scenario ends (`understudy docs faults`). Meanwhile " +
				"only your own expectations are checked, not the contract.",
			NeedsClock: true, Writes: true, Footprint: vocabulary.Footprint{Needs: "control_url", Faults: 1},
			Check: checkFault, Func: setFault,
		},
	},
}

func checkAdvance(sc *vocabulary.Scenario, i int) error {
	_, err := vocabulary.Duration(sc.Steps[i].Groups[0])
	return err
}

func advance(w *world.World, text string) error {
	d, err := vocabulary.Duration(text)
	if err != nil {
		return err
	}
	return w.Advance(d)
}

func checkFault(sc *vocabulary.Scenario, i int) error {
	text := sc.Steps[i].DocString
	if err := remembered.Check(sc, i, text); err != nil {
		return err
	}
	if !gjson.Parse(text).IsObject() || !gjson.Valid(text) {
		return fmt.Errorf("a fault is a JSON object such as {\"operation\": \"list-topics\", \"status\": 503}: see understudy docs faults")
	}
	id := gjson.Get(text, "operation").String()
	if _, known := spec.OperationByID(id); id != "" && !known && !strings.Contains(id, "<") {
		all := vocabulary.OperationIDs()
		text := fmt.Sprintf("a fault of %q: %sthere are %s", id, suggest.DidYouMean(id, all), strings.Join(all, ", "))
		return vocabulary.Correct(id, suggest.Nearest(id, all), text)
	}
	return checkFaultMembers("", gjson.Parse(remembered.InLint().JSON(text)))
}

// faultMembers are the members of a fault, and those of its when and latency, with the types
// of JSON that they may have.
var faultMembers = map[string]map[string][]gjson.Type{
	"": {"operation": {gjson.String}, "when": {gjson.JSON}, "status": {gjson.Number}, "body": nil, "headers": {gjson.JSON},
		"retry_after": {gjson.Number},
		"latency":     {gjson.String, gjson.Number, gjson.JSON}, "bytes_per_second": {gjson.Number}, "cut_after": {gjson.Number},
		"reset": {gjson.True, gjson.False}, "silence": {gjson.String, gjson.Number}, "after": {gjson.True, gjson.False}},
	"when":    {"first": {gjson.Number}, "every": {gjson.Number}, "probability": {gjson.Number}, "seed": {gjson.Number}},
	"latency": {"seconds": {gjson.String, gjson.Number}, "uniform": {gjson.JSON}, "normal": {gjson.JSON}, "seed": {gjson.Number}},
}

// faultPlaces are the places of the members of a fault, as JSON pointers.
func faultPlaces() (all []string) {
	for of, members := range faultMembers {
		for name := range members {
			all = append(all, strings.TrimSuffix("/"+of, "/")+"/"+name)
		}
	}
	slices.Sort(all)
	return all
}

// checkFaultMembers rejects unknown members of a fault, or of the object in it with a name, and
// values of another type.
func checkFaultMembers(of string, object gjson.Result) (err error) {
	known := faultMembers[of]
	names := slices.Sorted(maps.Keys(known))
	object.ForEach(func(key, value gjson.Result) bool {
		types, ok := known[key.String()]
		place := strings.TrimPrefix(of+"."+key.String(), ".")
		switch {
		case !ok:
			text := fmt.Sprintf("a fault has no %q: %sthere are %s", place, suggest.DidYouMean(key.String(), names), strings.Join(names, ", "))
			err = vocabulary.Correct(key.String(), suggest.Nearest(key.String(), names), text)
		case types != nil && !slices.Contains(types, value.Type), (place == "when" || place == "headers") && !value.IsObject():
			err = fmt.Errorf("%q of a fault cannot be %.40s: see understudy docs faults", place, value.Raw)
		case of == "" && value.IsObject() && faultMembers[place] != nil:
			err = checkFaultMembers(place, value)
		}
		return err == nil
	})
	return err
}

func setFault(w *world.World, text string) error {
	f := remembered.For(w)
	text = f.JSON(text)
	if err := f.Err(); err != nil {
		return err
	}
	return w.SetFault(text)
}
