package language_test

import (
	"fmt"
	"strings"
	"testing"

	"understudy/steps/language"
)

func TestWhatLintFindsIsUnderlined(t *testing.T) {
	for name, c := range map[string]struct{ text, about, says, fix string }{
		"an unknown step":         {strings.Replace(sound, "a success", "a sucess", 1), "Then the response is a sucess", "is unknown", "the response is a success"},
		"a misspelt id":           {strings.Replace(sound, "invitation-email", "invitation-emial", 1), "@promise:invitation-emial", "no promise", "@promise:invitation-email"},
		"a misspelt kind of tag":  {strings.Replace(sound, "@promise", "@promis", 1), "@promis:invitation-email", "did you mean @promise", "@promise:invitation-email"},
		"a tag after one's own":   {strings.Replace(sound, "@promise:", "@😀 @promise:x", 1), "@promise:xinvitation-email", "no promise", "@promise:invitation-email"},
		"a line that is no step":  {sound + "    Foo bar\n", "Foo bar", "cannot stand here", ""},
		"a scenario without Then": {strings.Replace(sound, "    Then the response is a success\n", "", 1), "Scenario: it is read", "checks nothing", ""},
		"no feature":              {"", "", "holds no feature", ""},
	} {
		found := ours.Diagnose(language.File{Path: "x.feature", Text: c.text})
		var match *language.Diagnostic
		for i := range found {
			if strings.Contains(found[i].Message, c.says) {
				match = &found[i]
			}
		}
		switch {
		case match == nil:
			t.Errorf("%s: %+v", name, found)
		case part(t, c.text, match.Range) != c.about:
			t.Errorf("%s: underlines %q, want %q", name, part(t, c.text, match.Range), c.about)
		case (match.Fix != nil) != (c.fix != "") || match.Fix != nil && match.Fix.Text != c.fix:
			t.Errorf("%s: the fix is %+v, want %q", name, match.Fix, c.fix)
		}
	}
	if found := ours.Diagnose(language.File{Path: "x.feature", Text: sound}); len(found) > 0 {
		t.Errorf("a sound file: %+v", found)
	}
}

func TestAFixReplacesTheTextOfTheStepAlone(t *testing.T) {
	text := strings.Replace(sound, "a success", "a sucess", 1)
	d := ours.Diagnose(language.File{Path: "x.feature", Text: text})
	if len(d) != 1 || d[0].Fix == nil || part(t, text, d[0].Fix.Range) != "the response is a sucess" {
		t.Errorf("%+v", d)
	}
}

// In an outline, a step may be right, or the value of an example may be what is wrong.
func TestAFixIsForAnUnknownStepAlone(t *testing.T) {
	const text = head + `  @gap:page-ends
  Scenario Outline: pages of the <list>
    Given at least 2 <list>
    When I list the %s
    Then "data.0.created_at" is %s
    And the response is allowed by gap "page-ends"
    Examples:
      | list   |
      | %s |
`
	for _, c := range []struct{ list, is, example, says, fix string }{
		{"<list>", "before now", "invitations", "checks what you expect", ""},
		{"<lst>", "before now", "invitations", "<lst> is no column of the examples: did you mean <list>?", "I list the <list>"},
		{"<other>", "before now", "invitations", `the step "I list the <other>" is unknown`, ""},
		{"<run.list>", "before now", "invitations", `the step "I list the <run.list>" is unknown`, ""},
		{"<list>", "before now", "invitatons", `did you mean "at least 2 invitations"?`, ""},
		{"invitatons", "before now", "invitations", `did you mean "I list the invitations"?`, "I list the invitations"},
		{"<list>", "admin", "invitations", "admin is no JSON", `"data.0.created_at" equals "admin"`},
		{"<list>", "more then 3", "invitations", `is more than 3`, `"data.0.created_at" is more than 3`},
	} {
		found := ours.Diagnose(language.File{Path: "x.feature", Text: fmt.Sprintf(text, c.list, c.is, c.example)})
		if len(found) == 0 || !strings.Contains(found[0].Message, c.says) {
			t.Errorf("%+v: %+v", c, found)
			continue
		}
		fix := ""
		if found[0].Fix != nil {
			fix = found[0].Fix.Text
		}
		if fix != c.fix {
			t.Errorf("%+v: the fix is %q", c, fix)
		}
	}
}

// TestAFixIsAppliedAndTheTextIsRight: a name that was remembered, and a promise that a step
// checks.
func TestAFixIsAppliedAndTheTextIsRight(t *testing.T) {
	const remembers = head + "  @promise:list-data\n  Scenario: x\n    When I send GET \"/api/v1/invitations\"\n    Given I remember \"pagination.total_records\" as \"total\"\n    Then \"pagination.total_records\" equals <totl>\n"
	const checks = "  Scenario: y\n    Given at least 2 invitations\n    When I read the pages of the invitations\n    Then each record is on exactly one page\n    And next_page is the next page\n"
	for text, want := range map[string]string{
		remembers: "equals <total>",
		head + "  @promise:pages-partition-the-list\n" + checks:         "  @promise:pages-partition-the-list @promise:next-page-follows\n  Scenario",
		head + "  @promise:pages-partition-the-list # ours\n" + checks:  "  @promise:pages-partition-the-list @promise:next-page-follows # ours\n  Scenario",
		head + "  @promise:pages-partition-the-list\t# ours\n" + checks: "  @promise:pages-partition-the-list @promise:next-page-follows\t# ours\n  Scenario",
		"@promise:pages-partition-the-list\n" + head + checks:           "\n  @promise:next-page-follows\n  Scenario",
	} {
		found := ours.Diagnose(language.File{Path: "x.feature", Text: text})
		if len(found) != 1 || found[0].Fix == nil {
			t.Errorf("%s\n%+v", text, found)
			continue
		}
		lines, edit := strings.Split(text, "\n"), found[0].Fix
		line := lines[edit.Range.Start.Line] // of ASCII
		lines[edit.Range.Start.Line] = line[:edit.Range.Start.Character] + edit.Text + line[edit.Range.End.Character:]
		fixed := strings.Join(lines, "\n")
		if !strings.Contains(fixed, want) {
			t.Errorf("%s\nwant %s", fixed, want)
		}
		if left := ours.Diagnose(language.File{Path: "x.feature", Text: fixed}); len(left) > 0 {
			t.Errorf("%s\n%+v", fixed, left)
		}
	}
}

// TestAFixReplacesAWord: in the step, or in what is below it.
func TestAFixReplacesAWord(t *testing.T) {
	const sends = "When I send POST \"/api/v1/connectors\" with "
	for step, want := range map[string]struct{ written, meant string }{
		`Then "data.tim" has type tim`:                                                                {`"data.tim" has type tim`, `"data.tim" has type time`},
		`Then the response is allowed by gap "page-end"`:                                              {`the response is allowed by gap "page-end"`, `the response is allowed by gap "page-ends"`},
		"Then the response has these values:\n    | strng | has type strng |":                         {"strng", "string"},
		"Then the response has these values:\n    | a | equls 5 |":                                    {"equls 5", "equals 5"},
		"Given the fake has the fault:\n    \"\"\"\n    {\"operation\": \"list-topisc\"}\n    \"\"\"": {"list-topisc", "list-topics"},
		"Given the fake has the fault:\n    \"\"\"\n    {\"sttus\": 500}\n    \"\"\"":                 {"sttus", "status"},
		sends + "body:\n    \"\"\"\n    {\"a\": \"<run.nme>\"}\n    \"\"\"":                           {"<run.nme>", "<run.name>"},
		sends + "members:\n    | a | \"<run.nme>\" |":                                                 {"<run.nme>", "<run.name>"},
	} {
		text := asked + "  " + step + "\n"
		for _, d := range ours.Diagnose(language.File{Path: "x.feature", Text: text}) {
			switch {
			case !strings.Contains(d.Message, "did you mean"):
			case d.Fix == nil:
				t.Errorf("%s: no fix: %s", step, d.Message)
			case part(t, text, d.Fix.Range) != want.written || d.Fix.Text != want.meant:
				t.Errorf("%s: replaces %q by %q", step, part(t, text, d.Fix.Range), d.Fix.Text)
			}
		}
	}
}

func TestATextThatIsTooLongIsNotChecked(t *testing.T) {
	found := ours.Diagnose(language.File{Path: "x.feature", Text: strings.Repeat("# a comment\n", language.MaxText/10)})
	if len(found) != 1 || !found[0].Warning || !strings.Contains(found[0].Message, "understudy lint") {
		t.Errorf("%+v", found)
	}
}

// long is a feature file of so many lines.
func long(lines int) string {
	var b strings.Builder
	b.WriteString(head)
	for i := 0; 9*i+2 < lines; i++ {
		fmt.Fprintf(&b, "  @promise:order-asc\n  Scenario: the oldest of %d comes first\n    Given at least 6 invitations\n"+
			"    When I read the pages of the invitations in order asc\n    Then the records are sorted oldest first\n"+
			"    And each record is on exactly one %s\n\n    # a comment\n\n", i, strings.Repeat(string(rune('a'+i%26)), 1+i/26))
	}
	return b.String()
}

// BenchmarkDiagnose reads a file of 500 lines in which every scenario has an unknown step
// that was never seen before.
func BenchmarkDiagnose(b *testing.B) {
	text := long(500)
	for i := 0; b.Loop(); i++ {
		file := language.File{Path: "x.feature", Text: strings.ReplaceAll(text, "on exactly one", fmt.Sprintf("on about%c one", rune('a'+i%26)))}
		if len(ours.Diagnose(file)) == 0 {
			b.Fatal("nothing is wrong")
		}
	}
}
