package language_test

import (
	"io/fs"
	"strings"
	"testing"

	"understudy/features"
	"understudy/steps/feature"
	"understudy/steps/language"
)

func TestAFormattedTextHasOneLayout(t *testing.T) {
	const untidy = `# a file
@a   @b
Feature:   x
Some words
    of it.
Background:
Given at least 1 invitations
# about the rule
@promise:order-asc
Rule: r
  "a sentence" (Limits)
Scenario Outline:   o <a>
    * the <a>
      """json
        {"a":
          1}

      """
  And a table
|a|b \| c|
# within
| 😀😀 |  |


Examples: some
|a|
|1|
# about s
Scenario: s
Then all is well
# the end
`
	const tidy = `# a file
@a   @b
Feature: x
  Some words
  of it.

  Background:
    Given at least 1 invitations

  # about the rule
  @promise:order-asc
  Rule: r
    "a sentence" (Limits)

    Scenario Outline: o <a>
      * the <a>
        """json
          {"a":
            1}

        """
      And a table
        | a  | b \| c |
        # within
        | 😀😀 |        |

      Examples: some
        | a |
        | 1 |

    # about s
    Scenario: s
      Then all is well
    # the end
`
	got, err := language.Format(untidy)
	if err != nil || got != tidy {
		t.Errorf("%v:\n%s", err, got)
	}
	if again, err := language.Format(got); err != nil || again != got {
		t.Errorf("formatted again: %v:\n%s", err, again)
	}
	crlf, err := language.Format(strings.ReplaceAll(untidy, "\n", "\r\n"))
	if err != nil || crlf != strings.ReplaceAll(tidy, "\n", "\r\n") {
		t.Errorf("with CRLF: %v:\n%q", err, crlf)
	}
}

func TestBuiltInFeaturesAreFormatted(t *testing.T) {
	n := 0
	err := fs.WalkDir(features.FS, ".", func(name string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() {
			return err
		}
		n++
		text, err := fs.ReadFile(features.FS, name)
		if err != nil {
			return err
		}
		got, err := language.Format(string(text))
		if err != nil {
			t.Errorf("%s: %v", name, err)
		} else if got != string(text) {
			t.Errorf("%s is not formatted: %s", name, firstOther(string(text), got))
		}
		return nil
	})
	if err != nil || n < 20 {
		t.Errorf("%d files: %v", n, err)
	}
}

// firstOther returns the first line in which two texts differ.
func firstOther(have, want string) string {
	lines := strings.Split(have, "\n")
	for i, line := range strings.Split(want, "\n") {
		if i >= len(lines) || lines[i] != line {
			return line
		}
	}
	return "(its end)"
}

func TestALongCellDoesNotWidenItsColumn(t *testing.T) {
	long := strings.Repeat("x", 60_000)
	text := "Feature: f\n\n  Scenario: s\n    Given a table\n      | a | b |\n      | " + long + " | c |\n      | dd | e |\n"
	want := "Feature: f\n\n  Scenario: s\n    Given a table\n      | a  | b |\n      | " + long + " | c |\n      | dd | e |\n"
	if got, err := language.Format(text); err != nil || got != want {
		t.Errorf("%v, %d bytes: %s", err, len(got), got[max(0, len(got)-100):])
	}
}

func TestATextThatIsNoGherkinStaysAsItIs(t *testing.T) {
	for _, text := range []string{"", "nothing", "Feature: x\nScenario: y\n foo bar\nGiven x\n| a |\n | b | c |\n", "Feature: x\nScenario: y\nGiven x\n\"\"\"\nnot closed"} {
		if got, err := language.Format(text); err == nil || got != text {
			t.Errorf("%q: %q, %v", text, got, err)
		}
	}
}

// FuzzFormat checks that formatting is stable and changes no content, for any text.
func FuzzFormat(f *testing.F) {
	text, _, _ := strings.Cut(outline, "‸")
	for _, seed := range []string{sound, text, "Feature: x\n\n# language: de\nRule:\n@a\n\nExample: x\n  * y\n```\n  z\n ```\n", "# language: de\nFunktionalität: x\nSzenario: y\nAngenommen z\n", "\xff\xfeFeature: \xff\n@\xff\nScenario:\n* \xff\n|\xff|\n", "Feature: x\nScenario: y\nGiven x\n| a \\| b | \\n |\n|\\\\|\\|"} {
		f.Add(seed)
	}
	f.Fuzz(func(t *testing.T, text string) {
		got, err := language.Format(text)
		if err != nil {
			return
		}
		before, err := feature.Content([]byte(text))
		if err != nil {
			t.Fatal(err)
		}
		if after, err := feature.Content([]byte(got)); err != nil || after != before {
			t.Fatalf("%v: %q became %q", err, text, got)
		}
		if again, err := language.Format(got); err != nil || again != got {
			t.Fatalf("formatted again: %v: %q became %q", err, got, again)
		}
	})
}
