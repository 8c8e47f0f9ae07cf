package language_test

import (
	"strings"
	"testing"
	"unicode/utf16"

	"understudy/features"
	"understudy/steps/builtin"
	"understudy/steps/builtin/remembered"
	"understudy/steps/feature"
	"understudy/steps/language"
)

// ours is the language of the built-in steps and features.
var ours = language.New(builtin.Catalogue(), feature.Embedded("features", features.FS), remembered.Reserved()...)

// cursor removes the mark ‸ from a text, and returns its position.
func cursor(t *testing.T, marked string) (string, language.Position) {
	t.Helper()
	before, after, ok := strings.Cut(marked, "‸")
	if !ok {
		t.Fatalf("no mark in %q", marked)
	}
	line := before[strings.LastIndexByte(before, '\n')+1:]
	return before + after, language.Position{Line: strings.Count(before, "\n"), Character: len(utf16.Encode([]rune(line)))}
}

// part returns the part of a text that a range of one line is about.
func part(t *testing.T, text string, r language.Range) string {
	t.Helper()
	lines := strings.Split(text, "\n")
	if r.Start.Line != r.End.Line || r.Start.Line >= len(lines) {
		t.Fatalf("the range %v is not in one line of %d", r, len(lines))
	}
	line := utf16.Encode([]rune(lines[r.Start.Line]))
	if r.Start.Character > r.End.Character || r.End.Character > len(line) {
		t.Fatalf("the range %v is not in its line %q", r, lines[r.Start.Line])
	}
	return string(utf16.Decode(line[r.Start.Character:r.End.Character]))
}

// head begins a feature file.
const head = "Feature: ours 😀\n\n"

// sound is a scenario without a fault.
const sound = head + `  @promise:invitation-email
  Scenario: it is read
    When I list the invitations
    Then the response is a success
`
