@operation:create-segment-management-link @operation:create-segment @writes
Feature: What the document leaves open about links

  @gap:link-lifetime @gap:timestamp-form @gap:content-type
  Scenario: how a new link looks
    Given a link was created
    Then the answer is lawful for gap "link-lifetime"
    And the answer is lawful for gap "timestamp-form"
    And the answer is lawful for gap "content-type"

  @gap:link-again
  Scenario: a second link of one segment
    Given a link was created
    When I send it again in the same words
    Then the answer is lawful for gap "link-again"

  @gap:link-redirect-missing @gap:body-refusal-status
  Scenario: a link without a redirect_uri
    Given a link was created
    When I create a link without "redirect_uri"
    Then the answer is lawful for gap "link-redirect-missing"
    And the answer is lawful for gap "body-refusal-status"

  @gap:link-redirect-scheme
  Scenario: a link back to a script
    Given a link was created
    When I create a link back to "javascript:alert(1)"
    Then the answer is lawful for gap "link-redirect-scheme"

  @gap:link-expired-answer
  Scenario: a short-lived link, once it has expired
    Given a link was created
    When I wait until it expires and open its uri
    Then the answer is lawful for gap "link-expired-answer"

  @promise:link-names-its-segment @gap:segment-unknown-status @gap:not-found-body
  Scenario: a link on a segment that does not exist
    Given a link was created
    When I create a link on a segment that does not exist
    Then it is about no other segment
    And the answer is lawful for gap "segment-unknown-status"
    And the answer is lawful for gap "not-found-body"

  @gap:source-unknown-status
  Scenario: a link on a source that does not exist
    Given a link was created
    When I create a link on a source that does not exist
    Then the answer is lawful for gap "source-unknown-status"
