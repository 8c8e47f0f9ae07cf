package variant

import (
	"time"

	"github.com/tidwall/gjson"

	"understudy/spec/contract"
	"understudy/steps/client"
	"understudy/steps/outcome"
	"understudy/steps/report"
)

func destinationUntested(s Seen) (string, string, error) {
	if err := noResource(s.Response); err != nil {
		return "", "", err
	}
	found := forms{}
	for _, name := range []string{"last_test_results", "last_test_succeeded", "last_tested_at"} {
		if !found.unset(s.Response.Get("data." + name)) {
			return "", "", outcome.Skip(report.NoItemSeen, "the destination was tested")
		}
	}
	return found.only("")
}

// destinationRetest compares last_tested_at with that from before the update,
// as instants: the two operations may write them in different forms.
func destinationRetest(s Seen) (string, string, error) {
	if err := noResource(s.Response); err != nil {
		return "", "", err
	}
	before, _, errBefore := lastTestedAt(s.Before)
	after, zoned, errAfter := lastTestedAt(s.Response)
	whole := before.Nanosecond() == 0 || after.Nanosecond() == 0
	sameSecond := before.Truncate(time.Second).Equal(after.Truncate(time.Second))
	switch {
	case errBefore != nil || errAfter != nil:
		return "", "", outcome.Skip(report.NoItemSeen, "last_tested_at is not shown before and after")
	case before.Equal(after) && isNear(s.Response.RespondedAt(), after, zoned):
		// A recent test may show the same: if it shows whole seconds or minutes only, or
		// the clock does not move.
		return "", "", outcome.Skip(report.Inconclusive,
			"last_tested_at is as before, and so near the update that another test would show no other")
	case before.Equal(after):
		return "kept", "last_tested_at is as before", nil
	case whole && sameSecond:
		return "", "", outcome.Skip(report.Inconclusive,
			"last_tested_at is in the same second before and after, and one of them shows no fraction")
	}
	return "tested", "last_tested_at has moved on", nil
}

// isNear reports whether a test at an instant may show the same time as one at another: within two
// seconds, or minutes where it shows no seconds. One without an offset may be of any zone, and these are
// quarters of an hour apart.
func isNear(at, tested time.Time, zoned bool) bool {
	unit, apart := time.Second, at.Sub(tested).Abs()
	if tested.Truncate(time.Minute).Equal(tested) {
		unit = time.Minute
	}
	const quarter = 15 * time.Minute
	if !zoned {
		apart = min(apart%quarter, quarter-apart%quarter)
	}
	return apart < 2*unit
}

func lastTestedAt(e *client.Exchange) (at time.Time, zoned bool, err error) {
	return contract.ParseTime(e.Get("data.last_tested_at").String())
}

func testStepError(s Seen) (string, string, error) {
	if err := noResource(s.Response); err != nil {
		return "", "", err
	}
	found := forms{}
	for _, step := range s.Response.Get("data.last_test_results.steps").Array() {
		found.unset(step.Get("error"))
	}
	return found.only("no test step without an error")
}

// objectsShown returns the objects in a response: of a list, or of a destination.
func objectsShown(e *client.Exchange) []gjson.Result {
	data := e.Get("data")
	if data.IsArray() {
		return data.Array()
	}
	return data.Get("objects").Array()
}

func objectListMembers(s Seen) (string, string, error) {
	found := forms{}
	for _, o := range objectsShown(s.Response) {
		for _, name := range []string{"is_audience_destination", "data"} {
			if o.Get(name).Exists() {
				found["present"] = true
			} else {
				found["absent"] = true
			}
		}
	}
	return found.only("the destination has no objects")
}

func objectCustomFieldTypes(s Seen) (string, string, error) {
	found := forms{}
	for _, o := range objectsShown(s.Response) {
		if o.Get("allow_custom_fields").Bool() {
			continue
		}
		switch v := o.Get("supported_custom_field_types"); {
		case !v.Exists():
			found["absent"] = true
		case v.IsArray() && len(v.Array()) == 0:
			found["empty"] = true
		default:
			found["something else"] = true
		}
	}
	return found.only("every object allows custom fields")
}

func objectLookup(s Seen) (string, string, error) {
	found := forms{}
	for _, o := range objectsShown(s.Response) {
		for _, v := range o.Get("fields.#.lookup_object").Array() {
			switch {
			case v.Type == gjson.Null:
				found["null"] = true
			case v.Raw == `""`:
				found["empty"] = true
			}
		}
	}
	return found.only("every field looks something up")
}

func advancedFieldOptional(s Seen) (string, string, error) {
	found := forms{}
	for _, o := range objectsShown(s.Response) {
		for _, f := range o.Get("advanced_configuration_field_definitions").Array() {
			for _, name := range []string{"default", "required", "supported_values"} {
				found.unset(f.Get(name))
			}
		}
	}
	return found.only("no optional member is left unset")
}
