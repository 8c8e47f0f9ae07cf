package language_test

import (
	"strings"
	"testing"

	"understudy/steps/language"
)

// TestATagOfAnExpectationIsAllowed asks everything about a tag whose ids are in a file that
// the language does not have.
func TestATagOfAnExpectationIsAllowed(t *testing.T) {
	text, at := cursor(t, strings.Replace(sound, "@promise:invitation-email", "@expect:ou‸rs", 1))
	if found := ours.Diagnose(language.File{Path: "x.feature", Text: text}); len(found) > 0 {
		t.Errorf("%+v", found)
	}
	if found := ours.Complete(text, at); len(found) > 0 {
		t.Errorf("%+v", found)
	}
	if h, ok := ours.Hover(text, at); ok {
		t.Errorf("%+v", h)
	}
	wrong := strings.Replace(text, "@expect:ours", "@expect:", 1)
	if found := ours.Diagnose(language.File{Path: "x.feature", Text: wrong}); len(found) == 0 {
		t.Error("a tag without an id is allowed")
	}
}

func TestTagsOfExpectationsAreListedWithWhatTheyAreAbout(t *testing.T) {
	text := "@expect:f\nFeature: Whole\n\n  @mine @expect:b-2 @expect:a\n  # why\n\n  Scenario: B <x>\n    * \"@expect:no\"\n  @expect:a\n  Scenario: again\n  @expect:\n  @expect:last\n"
	var got []string
	for _, e := range language.Expects(text) {
		got = append(got, e.ID+": "+e.Says)
	}
	if want := "f: Whole, b-2: B …, a: B …, last: say here what you expect"; strings.Join(got, ", ") != want {
		t.Errorf("found %q, want %q", got, want)
	}
}
