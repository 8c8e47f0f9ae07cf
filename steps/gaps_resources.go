package steps

import (
	"fmt"
	"maps"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/tidwall/gjson"

	"understudy/spec/contract"
	"understudy/spec/gap"
	"understudy/steps/client"
	"understudy/steps/report"
	"understudy/steps/scenario"
)

// successCode names an answer's HTTP code as the variant.
func successCode(w *world) (string, string, error) {
	return strconv.Itoa(w.Last.Status), w.Last.Outcome(), nil
}

// memberSent recognises whether a member is there.
func memberSent(path string) recogniser {
	return func(w *world) (string, string, error) {
		if err := w.readable(); err != nil {
			return "", "", err
		}
		v := w.Last.Get(path)
		switch v.Type {
		case gjson.String:
			return "sent", path + " is there", nil
		case gjson.Null:
			if !v.Exists() {
				return "absent", path + " is not there", nil
			}
		}
		return "", path + " is " + v.Raw, nil
	}
}

// readable skips an answer that shows no resource.
func (w *world) readable() error {
	if !w.Last.OK() || w.Last.Rejected() || !w.Last.IsJSON() {
		return scenario.Skip(report.MissingTestData, "the answer shows no resource: %s", w.Last.Outcome())
	}
	return nil
}

// oneForm is the form that all of some members have, in the words of the
// variants: the form of each is a key of forms.
func oneForm(forms map[string]bool, nothing string) (string, string, error) {
	keys := slices.Sorted(maps.Keys(forms))
	switch len(keys) {
	case 0:
		return "", "", scenario.Skip(report.NoItemSeen, "%s", nothing)
	case 1:
		return keys[0], keys[0], nil
	}
	return "", strings.Join(keys, " and "), nil
}

// unsetForm tells how a member is left unset: absent, null, or nothing where it
// is set.
func unsetForm(v gjson.Result) string {
	if v.Type != gjson.Null {
		return ""
	}
	return endForm(v)
}

// Destinations.

func untested(w *world) (string, string, error) {
	if err := w.readable(); err != nil {
		return "", "", err
	}
	forms := map[string]bool{}
	for _, name := range []string{"last_test_results", "last_test_succeeded", "last_tested_at"} {
		form := unsetForm(w.Last.Get("data." + name))
		if form == "" {
			return "", "", scenario.Skip(report.NoItemSeen, "the destination was tested")
		}
		forms[form] = true
	}
	return oneForm(forms, "")
}

// retest compares last_tested_at with that from before the update, as instants:
// the two operations may write them in different forms.
func retest(w *world) (string, string, error) {
	if err := w.readable(); err != nil {
		return "", "", err
	}
	at := func(e *client.Exchange) (time.Time, error) {
		t, _, err := contract.ParseTime(e.Get("data.last_tested_at").String())
		return t, err
	}
	before, errBefore := at(w.before)
	after, errAfter := at(w.Last)
	whole := before.Nanosecond() == 0 || after.Nanosecond() == 0
	sameSecond := before.Truncate(time.Second).Equal(after.Truncate(time.Second))
	switch {
	case errBefore != nil || errAfter != nil:
		return "", "", scenario.Skip(report.NoItemSeen, "last_tested_at is not shown before and after")
	case before.Equal(after) && w.Last.AnsweredAt().Sub(after).Abs() < 2*time.Second:
		// A test of just now may show the same: by its seconds, or by a clock that stands still.
		return "", "", scenario.Skip(report.Inconclusive, "last_tested_at is as before, and so near the update that another test would show no other")
	case before.Equal(after):
		return "kept", "last_tested_at is as before", nil
	case whole && sameSecond:
		return "", "", scenario.Skip(report.Inconclusive, "last_tested_at is in the same second before and after, and one of them shows no fraction")
	}
	return "tested", "last_tested_at has moved on", nil
}

func testStepError(w *world) (string, string, error) {
	if err := w.readable(); err != nil {
		return "", "", err
	}
	forms := map[string]bool{}
	for _, step := range w.Last.Get("data.last_test_results.steps").Array() {
		if form := unsetForm(step.Get("error")); form != "" {
			forms[form] = true
		}
	}
	return oneForm(forms, "no test step without an error")
}

// objectsShown are the objects of an answer: of a list, or of a destination.
func (w *world) objectsShown() []gjson.Result {
	data := w.Last.Get("data")
	if data.IsArray() {
		return data.Array()
	}
	return data.Get("objects").Array()
}

func objectListMembers(w *world) (string, string, error) {
	forms := map[string]bool{}
	for _, o := range w.objectsShown() {
		for _, name := range []string{"is_audience_destination", "data"} {
			forms[map[bool]string{true: "present", false: "absent"}[o.Get(name).Exists()]] = true
		}
	}
	return oneForm(forms, "the destination has no objects")
}

func customFieldTypes(w *world) (string, string, error) {
	forms := map[string]bool{}
	for _, o := range w.objectsShown() {
		if o.Get("allow_custom_fields").Bool() {
			continue
		}
		switch v := o.Get("supported_custom_field_types"); {
		case !v.Exists():
			forms["absent"] = true
		case v.IsArray() && len(v.Array()) == 0:
			forms["empty"] = true
		default:
			forms["something else"] = true
		}
	}
	return oneForm(forms, "every object allows custom fields")
}

func lookup(w *world) (string, string, error) {
	forms := map[string]bool{}
	for _, o := range w.objectsShown() {
		for _, v := range o.Get("fields.#.lookup_object").Array() {
			switch {
			case v.Type == gjson.Null:
				forms["null"] = true
			case v.Raw == `""`:
				forms["empty"] = true
			}
		}
	}
	return oneForm(forms, "every field looks something up")
}

func advancedOptional(w *world) (string, string, error) {
	forms := map[string]bool{}
	for _, o := range w.objectsShown() {
		for _, f := range o.Get("advanced_configuration_field_definitions").Array() {
			for _, name := range []string{"default", "required", "supported_values"} {
				if form := unsetForm(f.Get(name)); form != "" {
					forms[form] = true
				}
			}
		}
	}
	return oneForm(forms, "no optional member is left unset")
}

// Connectors.

func (w *world) configurationFields() []gjson.Result {
	return w.Last.Get("data.configuration_fields.fields").Array()
}

func configurationUnused(w *world) (string, string, error) {
	forms := map[string]bool{}
	for _, f := range w.configurationFields() {
		for _, name := range []string{"matches", "possible_values", "conditionally_required"} {
			if form := unsetForm(f.Get(name)); form != "" {
				forms[form] = true
			}
		}
	}
	return oneForm(forms, "no configuration field leaves these members unset")
}

func configurationTexts(w *world) (string, string, error) {
	forms := map[string]bool{}
	for _, f := range w.configurationFields() {
		for _, name := range []string{"hint", "read_more"} {
			if f.Get(name).Type == gjson.Null {
				forms["null"] = true
			} else {
				forms["placeholder"] = true
			}
		}
	}
	return oneForm(forms, "the connector shows no configuration field")
}

// configurationShown compares the fields with the definition that was sent.
func configurationShown(w *world) (string, string, error) {
	if err := w.readable(); err != nil {
		return "", "", err
	}
	all, editable := 0, 0
	for _, d := range gjson.GetBytes(w.Last.Request.Body, "connector.configuration_definition").Map() {
		all++
		if e := d.Get("user_editable"); !e.Exists() || e.Bool() {
			editable++
		}
	}
	shown := len(w.configurationFields())
	evidence := fmt.Sprintf("%d fields for %d keys, %d of them editable", shown, all, editable)
	switch {
	case all == editable:
		return "", "", scenario.Skip(report.MissingTestData, "samples.connector has no key with user_editable: false")
	case shown == all:
		return "all", evidence, nil
	case shown == editable:
		return "editable", evidence, nil
	}
	return "", evidence, nil
}

// Links.

func linkLifetime(w *world) (string, string, error) {
	if err := w.readable(); err != nil {
		return "", "", err
	}
	at, zoned, err := w.expiration(w.Last)
	if err != nil || !zoned {
		return "", "", scenario.Skip(report.MissingTestData, "the expiration cannot be compared")
	}
	lives := at.Sub(w.run.firstShown(w.Last))
	return gap.FormatLifetime(lives), lives.Round(time.Second).String(), nil
}

func linkAgain(w *world) (string, string, error) {
	if err := w.readable(); err != nil {
		return "", "", err
	}
	if w.link.Get("data.uri").String() == w.Last.Get("data.uri").String() {
		return "same", "the uri is the same", nil
	}
	return "new", "the uri is another", nil
}

// Topics.

func topicsPaging(w *world) (string, string, error) {
	e := w.Last
	if v, ok := refusedList(e); ok {
		return v, outcome(e), nil
	}
	whole, err := w.fetch(w.list, nil)
	if err != nil {
		return "", "", err
	}
	n := len(e.Get("data").Array())
	evidence := fmt.Sprintf("%d records with per_page 1, %d without", n, len(whole.IDs))
	switch {
	case len(whole.IDs) < 2:
		return "", "", scenario.Skip(report.MissingTestData, "the source has fewer than 2 topics")
	case n == 1:
		return "paged", evidence, nil
	case n == len(whole.IDs):
		return "whole", evidence, nil
	}
	return "", evidence, w.verdict(w.reader(w.list).Watch())
}

func topicsOrder(w *world) (string, string, error) {
	if err := w.readable(); err != nil {
		return "", "", err
	}
	topics := w.Last.Get("data").Array()
	if len(topics) < 3 {
		return "", "", scenario.Skip(report.MissingTestData, "the source has fewer than 3 topics")
	}
	var times []time.Time
	var names []string
	for _, t := range topics {
		at, _, _ := contract.ParseTime(t.Get("created_at").String())
		times, names = append(times, at), append(names, t.Get("name").String())
	}
	switch {
	case slices.IsSortedFunc(times, func(a, b time.Time) int { return b.Compare(a) }):
		return "newest", "created_at never rises", nil
	case slices.IsSortedFunc(times, time.Time.Compare):
		return "oldest", "created_at never falls", nil
	case slices.IsSorted(names):
		return "name", "the names rise", nil
	}
	return "", "neither by created_at nor by name", nil
}

func topicsOtherSource(w *world) (string, string, error) {
	e := w.Last
	if e.Broken() || !e.OK() {
		return successCode(w)
	}
	if e.Get("data.#").Int() == 0 {
		return "empty", e.Outcome() + " without records", nil
	}
	return "", outcome(e), nil
}
