package steps

import (
	"fmt"
	"mime"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"github.com/tidwall/gjson"

	"understudy/spec/pattern"
	"understudy/steps/client"
	"understudy/steps/report"
	"understudy/steps/scenario"
)

func contentType(w *world) (string, string, error) {
	text := w.Last.Header.Get("Content-Type")
	media, params, err := mime.ParseMediaType(text)
	switch {
	case err != nil:
		return "", strconv.Quote(text), nil
	case media == "application/json" && len(params) == 0:
		return "json", text, nil
	case media == "application/json" && len(params) == 1 && strings.EqualFold(params["charset"], "utf-8"):
		return "json-charset", text, nil
	case media == "application/vnd.api+json" && len(params) == 0:
		return "vendor", text, nil
	}
	return "", text, nil
}

var timestampForms = []struct {
	variant string
	expr    func() *regexp.Regexp
}{
	{"milliseconds", pattern.Lazy(`^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$`)},
	{"seconds", pattern.Lazy(`^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ$`)},
	{"offset", pattern.Lazy(`^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d[+-]\d\d:\d\d$`)},
}

// timestampForm looks at every timestamp of the answer.
func timestampForm(w *world) (string, string, error) {
	forms := map[string]string{}
	w.eachMember(w.Last.JSON(), func(name string, v gjson.Result) {
		switch name {
		case "created_at", "updated_at", "expiration", "last_tested_at":
			if v.Type == gjson.String {
				forms[formOf(v.String())] = v.String()
			}
		}
	})
	if len(forms) == 0 {
		return "", "", scenario.Skip(report.NoItemSeen, "the answer has no timestamp")
	}
	for variant, example := range forms {
		if len(forms) == 1 {
			return variant, example, nil
		}
	}
	return "", "timestamps of several forms", nil
}

// eachMember visits every member of every object in a value, until the run is
// interrupted: each level is read anew.
func (w *world) eachMember(v gjson.Result, visit func(name string, v gjson.Result)) {
	v.ForEach(func(k, e gjson.Result) bool {
		if v.IsObject() {
			visit(k.String(), e)
		}
		if e.IsObject() || e.IsArray() {
			w.eachMember(e, visit)
		}
		return w.Ctx.Err() == nil
	})
}

func formOf(stamp string) string {
	for _, f := range timestampForms {
		if f.expr().MatchString(stamp) {
			return f.variant
		}
	}
	return ""
}

func unclaimed(w *world) (string, string, error) {
	forms := map[string]bool{}
	for _, r := range w.Last.Get("data").Array() {
		at, by := r.Get("claimed_at"), r.Get("claimed_by_id")
		if at.Type == gjson.Null && by.Type == gjson.Null {
			forms[endForm(at)+" and "+endForm(by)] = true
		}
	}
	switch {
	case len(forms) == 0:
		return "", "", scenario.Skip(report.NoItemSeen, "no unclaimed invitation on the page")
	case len(forms) > 1:
		return "", "several forms", nil
	case forms["null and null"]:
		return "null", "both are null", nil
	case forms["absent and absent"]:
		return "absent", "neither is there", nil
	}
	return "", "one is null and one is absent", nil
}

func roles(w *world) (string, string, error) {
	words := map[string]bool{}
	for _, r := range w.Last.Get("data.#.role").Array() {
		words[r.String()] = true
	}
	if len(words) == 0 {
		return "", "", scenario.Skip(report.NoItemSeen, "no invitation on the page")
	}
	var list []string
	for word := range words {
		list = append(list, word)
	}
	slices.Sort(list)
	only := func(allowed ...string) bool {
		return !slices.ContainsFunc(list, func(word string) bool { return !slices.Contains(allowed, word) })
	}
	evidence := strings.Join(list, ", ")
	switch {
	case only("admin", "member"):
		return "lower-case", evidence, nil
	case only("Admin", "Member"):
		return "capitalised", evidence, nil
	}
	return "", evidence, nil
}

// The source URL.

func sourceStatusType(w *world) (string, string, error) {
	v := w.Last.Get("status")
	switch {
	case !w.Last.OK():
		return "", "", scenario.Skip(report.MissingTestData, "the source URL answers %s", w.Last.Outcome())
	case v.IsBool():
		return "boolean", v.Raw, nil
	case v.Type == gjson.String && (v.Str == "true" || v.Str == "false"):
		return "string", v.Raw, nil
	}
	return "", client.Shown(v), nil
}

func sourceCode(w *world) (string, string, error) {
	e := w.segment.running
	if e == nil {
		return "", "", scenario.Skip(report.NoItemSeen, "creation was complete at the first look")
	}
	return strconv.Itoa(e.Status), e.Outcome(), nil
}

func sourcePropertiesPlace(w *world) (string, string, error) {
	if err := w.reached(); err != nil {
		return "", "", err
	}
	body := w.segment.complete.JSON()
	beside := len(body.Map()) - 1
	data := body.Get("data")
	if data.IsObject() {
		beside--
	}
	evidence := fmt.Sprintf("%d members beside status, %d in data", beside, len(data.Map()))
	switch {
	case data.IsObject() && len(data.Map()) > 0 && beside == 0:
		return "data", evidence, nil
	case !data.Exists() && beside > 0:
		return "beside", evidence, nil
	}
	return "", evidence, nil
}

func sourceToken(w *world) (string, string, error) {
	switch {
	case w.Last.Broken():
		return "", w.Last.Outcome(), nil
	case w.Last.OK() && w.Last.Get("status").Exists() && !w.Last.Rejected():
		return "not-needed", w.Last.Outcome(), nil
	}
	return "needed", w.Last.Outcome(), nil
}
