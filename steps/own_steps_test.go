package steps_test

import (
	"errors"
	"net/url"
	"slices"
	"strconv"
	"strings"

	"understudy/spec"
	"understudy/steps"
	"understudy/steps/report"
)

// own makes a Then step without arguments from its text.
func own(keyword, text string, f func(*steps.Scene) error) steps.Step {
	return steps.Step{Keyword: keyword, Pattern: "^" + text + "$", Doc: text, Example: text, Func: f}
}

const ownFeature = `@operation:list-invitations
Feature: Steps of one's own

  @promise:list-data
  Scenario: holds
    When I ask for two invitations
    Then the response is a success
    And the response has exactly 2 records
    And what I read is what was sent

  @promise:list-data
  Scenario: fails
    When I ask for two invitations
    Then I fail with a secret

  @promise:list-data
  Scenario: skips
    Then I have missing test data

  @promise:list-data
  Scenario: skips in a way that there is not
    Then I am tired

  @promise:list-data
  Scenario: goes wrong
    Then I trip

  @promise:list-data
  Scenario: panics
    Then I panic

  @promise:list-data
  Scenario: checks nothing
    Then what I read is what was sent

  @promise:list-data
  Scenario: reads what is not there
    When I ask for two invitations
    Then I read the colour

  @promise:list-data
  Scenario: hands on what stands below
    Then I quote
      """
      two
      lines
      """
    And I count
      | a | b |
      | c | d |

  @gap:content-type
  Scenario: observes
    When I ask for two invitations
    Then I observe "vendor"

  @gap:page-negative
  Scenario: observes what it is not about
    When I ask for two invitations
    Then I observe "json"

  @promise:segments-are-created @operation:create-segment
  Scenario: writes unasked
    When I create a segment of my own
    Then the response is a success

  @promise:segments-are-created @operation:create-segment @writes
  Scenario: writes
    When I create a segment of my own
    Then the response is a success

  @promise:connectors-are-published @operation:publish-connector @writes
  Scenario: publishes
    When I publish what is not mine
    Then the response is a success

  @promise:segments-are-created @operation:create-segment @writes
  Scenario: writes nowhere
    When I create a segment nowhere
    Then the response is a success

  @promise:segment-source-status @operation:read-segment-source
  Scenario: guesses a URL
    When I guess a source URL
    Then the response is a success

  @promise:list-data
  Scenario: asks for what there is not
    When I ask for the colours
    Then the response is a success
`

func ownSteps(secret string) []steps.Step {
	return []steps.Step{
		own("When", "I ask for two invitations", func(s *steps.Scene) error {
			return s.Send(steps.Request{Operation: spec.ListInvitations, Query: url.Values{"per_page": {"2"}}})
		}),
		own("When", "I ask for the colours", func(s *steps.Scene) error { return s.Send(steps.Request{Operation: "list-colours"}) }),
		own("When", "I create a segment of my own", func(s *steps.Scene) error {
			g := s.Resources()
			return s.Send(steps.Request{Operation: spec.CreateSegment, Path: []string{strconv.FormatInt(g.SourceID, 10)},
				Body: map[string]any{"name": s.Name(), "dataset_id": g.DatasetID, "molecules": []any{s.Samples().AtomicMolecule}}})
		}),
		own("When", "I create a segment nowhere", func(s *steps.Scene) error {
			return s.Send(steps.Request{Operation: spec.CreateSegment, Path: []string{""}})
		}),
		own("When", "I guess a source URL", func(s *steps.Scene) error {
			return s.Send(steps.Request{Operation: spec.ReadSegmentSource, Path: []string{"1", "2"}})
		}),
		own("When", "I publish what is not mine", func(s *steps.Scene) error {
			return s.Send(steps.Request{Operation: spec.PublishConnector, Path: []string{"theirs"}})
		}),
		own("Then", "what I read is what was sent", func(s *steps.Scene) error {
			a, err := s.Response()
			if err != nil {
				return err
			}
			var addresses []string
			if err := s.Read("data.#.email", &addresses); err != nil {
				return err
			}
			if a.Status != 200 || a.Operation != spec.ListInvitations || a.Header.Get("Content-Type") == "" || len(addresses) != 2 {
				return s.Fail("a response with two addresses", string(a.Body))
			}
			return nil
		}),
		own("Then", "I fail with a secret", func(s *steps.Scene) error { return s.Fail("silence", "the token "+secret) }),
		own("Then", "I have missing test data", func(s *steps.Scene) error { return s.Skip(report.MissingTestData, "none here") }),
		own("Then", "I am tired", func(s *steps.Scene) error { return s.Skip("tired", "") }),
		own("Then", "I trip", func(*steps.Scene) error { return errors.New("my own mistake") }),
		own("Then", "I panic", func(*steps.Scene) error { panic("out of my wits") }),
		own("Then", "I read the colour", func(s *steps.Scene) error {
			var colour string
			return s.Read("colour", &colour)
		}),
		{Keyword: "Then", Pattern: "^I quote$", Doc: "A text.", Example: "I quote", Func: func(s *steps.Scene, text string) error {
			if text != "two\nlines" {
				return s.Fail("two lines", text)
			}
			return nil
		}},
		{Keyword: "Then", Pattern: "^I count$", Doc: "A table.", Example: "I count", Func: func(s *steps.Scene, rows [][]string) error {
			if !slices.Equal(slices.Concat(rows...), []string{"a", "b", "c", "d"}) {
				return s.Fail("a to d", strings.Join(slices.Concat(rows...), " "))
			}
			return nil
		}},
		{Keyword: "Then", Pattern: `^I observe "([a-z]+)"$`, Doc: "A gap.", Example: `I observe "json"`,
			Func: func(s *steps.Scene, variant string) error { return s.Observe("content-type", variant, "by looking") }},
	}
}
