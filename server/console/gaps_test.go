package console_test

import (
	"regexp"
	"strings"
	"testing"

	"understudy/server/internal/testkit"
)

// gapFields are the fields of the form of all gaps, as a browser sends them unchanged.
func gapFields(f testkit.Fake, page string) (fields []string) {
	f.Helper()
	body := f.ConsolePage(page).Body
	_, body, _ = strings.Cut(body, `<form id="gaps"`)
	for _, field := range regexp.MustCompile(`<(?:input|select)[^>]* name="((?:was|gap:)[^"]*)"(?: value="([^"]*)")?`).FindAllStringSubmatch(body, -1) {
		name, value := field[1], field[2]
		_, options, _ := strings.Cut(body, `name="`+name+`">`)
		options, _, ok := strings.Cut(options, "</select>")
		if selected := regexp.MustCompile(`value="([^"]*)" selected`).FindStringSubmatch(options); ok && selected != nil && value == "" {
			value = selected[1]
		}
		fields = append(fields, name, value)
	}
	return fields
}

func TestTheGapsAreSavedAtOnce(t *testing.T) {
	f := busy(t)
	gaps := func() string { return f.Control("GET", "gaps?sandbox=other", "").Body }
	const page = "console/gaps?sandbox=other"
	before, fields := gaps(), gapFields(f, page)
	if len(fields) < 2*200 {
		t.Fatalf("the form has %d fields: %q", len(fields)/2, fields)
	}
	if a := f.PressButton(page, "choose", fields...); consoleMessage(a) != "No variant was changed." || gaps() != before {
		t.Errorf("saved without a change: %s", consoleMessage(a))
	}
	f.Control("PATCH", "gaps?sandbox=other", `{"page-not-a-number":"first"}`) // by another client, after the page was shown
	set := func(name, value string) (with []string) {
		for i := 0; i < len(fields); i += 2 {
			with = append(with, fields[i], fields[i+1])
		}
		return append(with, name, value)
	}
	changed := set("gap:per-page-over-max", "default")
	changed = append(changed, "gap:error-body@list-topics", "text", "gap:link-lifetime", "15m")
	a := f.PressButton(page, "choose", changed...)
	if want := "Changed 3: link-lifetime is 15m (was 24h); error-body on list-topics is text (was message); per-page-over-max is default (was refuse)."; consoleMessage(a) != want {
		t.Errorf("it says %s, want %s", consoleMessage(a), want)
	}
	choice := f.Control("GET", "gaps?sandbox=other", "")
	for path, want := range map[string]string{`gaps.#(id=="per-page-over-max").variant`: "default", `gaps.#(id=="page-not-a-number").variant`: "first", `gaps.#(id=="link-lifetime").variant`: "15m"} {
		if got := choice.Get(path).Str; got != want {
			t.Errorf("%s is %s, want %s", path, got, want)
		}
	}
	first, rest, _ := strings.Cut(a.Body, `<h2 id="section-`)
	if !strings.Contains(first, `id="gap-link-lifetime"`) || strings.Contains(rest, "not the default</span>") {
		t.Error("the changed gaps are not first")
	}
}

func TestARejectedChoiceOfGapsStaysInTheForm(t *testing.T) {
	f := testkit.OpenControlled(t)
	a := f.PressButton("console/gaps", "choose", "was", "", "gap:link-lifetime", "soon", "gap:page-negative", "first")
	if a.Code != 400 || !strings.Contains(a.Body, `name="gap:link-lifetime" value="soon"`) || !strings.Contains(a.Body, ` value="first" selected>`) {
		t.Errorf("%d %s", a.Code, consoleMessage(a))
	}
	if !strings.Contains(a.Body, `<div class="bar row rejected">`) {
		t.Error("what was not saved cannot be saved without another change")
	}
	if variant := f.Control("GET", "gaps", "").Get(`gaps.#(id=="page-negative").variant`).Str; variant != "refuse" {
		t.Errorf("a part of it was chosen: %s", variant)
	}
	if strings.Contains(f.ConsolePage("console/gaps").Body, "choose-back") {
		t.Error("it offers to reset what was not changed")
	}
	if a := f.PressButton("console/gaps", "choose", "was", "no-such=gap"); a.Code != 400 {
		t.Error(a.Code)
	}
}
