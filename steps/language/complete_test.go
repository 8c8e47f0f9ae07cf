package language_test

import (
	"slices"
	"strings"
	"testing"

	"understudy/steps/language"
)

// labels are the labels of what may be written at the mark of a text.
func labels(t *testing.T, marked string) (all []string) {
	t.Helper()
	text, at := cursor(t, marked)
	for _, c := range ours.Complete(text, at) {
		all = append(all, c.Label)
	}
	return all
}

func TestWhatMayBeWrittenIsOffered(t *testing.T) {
	for name, c := range map[string]struct{ marked, first string }{
		"the first line":               {"‸", "Feature:"},
		"a keyword":                    {"Fea‸", "Feature:"},
		"a scenario":                   {head + "  Sc‸", "Scenario:"},
		"a step's keyword":             {sound + "    An‸", "And"},
		"a step by its beginning":      {head + "Scenario: x\n  When I li‸", "I list the invitations"},
		"a step with a list":           {head + "Scenario: x\n  When I list the to‸", "topics"},
		"a step by its words":          {head + "Scenario: x\n  Then success‸", "the response is a success"},
		"a step without keyword":       {sound + "    no effect‸", "Then the request is rejected and has no effect"},
		"a check after And":            {sound + "    And the response has ex‸", "the response has exactly 25 records"},
		"a value":                      {head + "Scenario: x\n  When I send it again with the scheme B‸", "Basic"},
		"the id of a gap":              {head + "Scenario: x\n  Then the response is allowed by gap \"per-page-ov‸", "per-page-over-max"},
		"a second id of a gap":         {head + "Scenario: x\n  Then the response is allowed by gaps \"content-type\" and \"per-page-ov‸", "per-page-over-max"},
		"an operation":                 {head + "Scenario: x\n  Given a successful create-s‸", "create-segment"},
		"a tag":                        {head + "  @pro‸", "@promise:"},
		"an id of a tag":               {head + "  @promise:order-a‸", "@promise:order-asc"},
		"an id of a second tag":        {head + "  @ours @promise:order-a‸", "@promise:order-asc"},
		"an id by its meaning":         {head + "  @promise:oldest-first‸", "@promise:order-asc"},
		"a tag of one's own":           {head + "  @our-client\n  Scenario: x\n  @our‸", "@our-client"},
		"a placeholder":                {head + "  Scenario Outline: x\n    When I list the <‸\n    Examples:\n      | list |\n      | topics |\n", "<list>"},
		"a column":                     {head + "  Scenario Outline: x\n    When I list the <list>\n    Examples:\n      | ‸\n", "list"},
		"a cell":                       {head + "  Scenario Outline: x\n    When I list the <list>\n    Examples:\n      | list |\n      | to‸ |\n", "topics"},
		"a condition in a step":        {sound + "    When I send it again until \"status\" eq‸", `equals "member"`},
		"a time":                       {sound + "    Then \"data.expiration\" is at least 23 hours after n‸", `"data.expiration" is at least 23 hours after now`},
		"another unit":                 {sound + "    Then \"data.expiration\" is within 2 d‸", `"data.expiration" is within 2 days of now`},
		"a method":                     {sound + "    When I send POST with mem‸", `I send POST "/api/v1/sources/<resources.source_id>/filter_segments" with members:`},
		"no such request":              {sound + "    I send PO‸", `When I send POST "/api/v1/sources/<resources.source_id>/filter_segments" with body:`},
		"a part of a path":             {sound + "    When I send POST \"/api/v1/link‸", "/api/v1/sources/<resources.source_id>/filter_segments/<segment_id>/segment_management_links"},
		"a path that is written":       {sound + "    Given I remember \"data.mine‸", `I remember "data.mine" as "before"`},
		"the words before the keyword": {head + "Scenario: x\n    Given at least 6 invitations\n    I list the to‸", "When I list the topics"},
		"a step whose needs are met":   {asked + "    When I upd‸", "I update the destination"},
		"a step that lacks nothing":    {asked + "    When I send it‸", "I send it 20 times"},
		"a step of another keyword":    {head + "Scenario: x\n  When I create a segment\n  And I poll‸", "a segment was created and polled until creation was complete"},
		"a need of a background":       {head + "Background:\n  Given a segment was created\nScenario: x\n  When I list the topics\n  And I poll‸", "I poll its source URL until creation is complete"},
		"after an emoji":               {"Feature: 😀\nScenario: 😀😀\n  Given 😀‸", ""},
	} {
		all := labels(t, c.marked)
		switch {
		case c.first == "" && len(all) > 0:
			t.Errorf("%s: %q is offered", name, all)
		case c.first != "" && (len(all) == 0 || all[0] != c.first):
			t.Errorf("%s: %q is offered, want %q first", name, all[:min(5, len(all))], c.first)
		}
	}
}

// TestACompletionKeepsWhatIsWrittenAround applies the first completion of each.
func TestACompletionKeepsWhatIsWrittenAround(t *testing.T) {
	for marked, want := range map[string]string{
		`When I send it again until "status" eq‸, for at most 5 seconds`: `When I send it again until "status" equals "member", for at most 5 seconds`,
		`When I send it again until "status" eq‸`:                        `When I send it again until "status" equals "member", for at most 30 seconds`,
		`Then "data.expiration" is within 2 ‸`:                           `Then "data.expiration" is within 2 minutes of now`,
		`Then "data.expiration" is at least 1 h‸`:                        `Then "data.expiration" is at least 1 hour after now`,
		`Then "data.expiration" is at least 1 day‸`:                      `Then "data.expiration" is at least 1 day after now`,
	} {
		text, at := cursor(t, sound+"    "+marked)
		all := ours.Complete(text, at)
		if len(all) == 0 {
			t.Errorf("%s: nothing is offered", marked)
			continue
		}
		lines := strings.Split(text, "\n")
		line := lines[len(lines)-1] // of ASCII
		if got := line[:all[0].Range.Start.Character] + all[0].Text() + line[all[0].Range.End.Character:]; strings.TrimSpace(got) != want {
			t.Errorf("%s becomes %s", marked, got)
		}
	}
}

func TestIdsAboutTheScenarioComeFirst(t *testing.T) {
	all := labels(t, head+"  @promise:‸\n  Scenario: x\n    When I create a link\n")
	if len(all) < 100 || !strings.Contains(all[0], "bodies") && !strings.Contains(all[0], "link") {
		t.Errorf("%d ids, the first %q", len(all), all[:min(3, len(all))])
	}
	link, topic := slices.Index(all, "@promise:created-link-status"), slices.Index(all, "@promise:list-status-success")
	if link < 0 || topic < 0 || link > topic {
		t.Errorf("an id about the scenario is number %d, another one %d", link, topic)
	}
}

func TestNothingIsOfferedInACommentOrADocString(t *testing.T) {
	for _, marked := range []string{head + "  # Giv‸", sound + "      \"\"\"\n      Giv‸"} {
		if all := labels(t, marked); len(all) > 0 {
			t.Errorf("%q: %q", marked, all)
		}
	}
}

func TestACompletedStepHasItsPartsAsASnippet(t *testing.T) {
	for marked, want := range map[string]string{
		head + "Scenario: x\n  Then the response has exactly‸":                         "the response has exactly ${1:25} records",
		head + "Scenario: x\n  When I send it again with the scheme‸":                  "I send it again with the scheme ${1|Basic,bearer|}",
		head + "Scenario: x\n  When I read the pages of the topics in order‸":          "I read the pages of the topics in order ${1|asc,desc|}",
		head + "Scenario: x\n  When I send it again with the body‸":                    `I send it again with the body ${1:{"name":}`,
		head + "Scenario: x\n  Then the response has these‸":                           "the response has these values:\n  | pagination.page | is at least 1 |\n  | status | equals \"success\" |",
		head + "Scenario: x\n  Then the response has these‸\n    | a | is present |\n": "the response has these values:",
		head + "Scenario: x\n  Then \"status\" equ‸":                                   `"status" equals ${1:"member"}`,
		head + "Scenario: x\n  Then \"data.0.email\" mat‸":                             `"data.0.email" matches "${1:^[^@]+@[^@]+\$}"`,
		head + "Scenario: x\n  Then \"data.0.at\" is within ‸":                         `"data.0.at" is within ${1:15 minutes} of ${2:now}`,
	} {
		text, at := cursor(t, marked)
		i := slices.IndexFunc(ours.Complete(text, at), func(c language.Completion) bool { return c.Kind == "step" })
		if i < 0 {
			t.Errorf("%q: no step", marked)
		} else if got := ours.Complete(text, at)[i].Snippet(); got != want {
			t.Errorf("%q: %q, want %q", marked, got, want)
		}
	}
}

func TestAStepReplacesWhatIsWrittenOfIt(t *testing.T) {
	text, at := cursor(t, head+"Scenario: 😀\n  When I list‸ the topix\n")
	found := ours.Complete(text, at)
	if len(found) == 0 || part(t, text, found[0].Range) != "I list the topix" {
		t.Errorf("%+v", found)
	}
	if found[0].Text() != found[0].Label || found[0].Doc == "" {
		t.Errorf("%+v", found[0])
	}
}

func TestCharactersThatASnippetReadsAreEscaped(t *testing.T) {
	c := language.Completion{Insert: []language.Piece{{Text: `a$b}c\d`}, {Hole: true, Text: "x,y", Choices: []string{"x,y", "p|q"}}}}
	if got, want := c.Snippet(), `a\$b\}c\\d${1|x\,y,p\|q|}`; got != want {
		t.Errorf("%q, want %q", got, want)
	}
}
