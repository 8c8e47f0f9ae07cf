@operation:get-segment @operation:create-segment @writes
Feature: The retrieval of a segment, which stands outside the endpoints

  Background:
    Given a segment was created
    And the segment can be retrieved

  @gap:error-body @gap:error-content-type
  Scenario: retrieval without a token
    When I retrieve it without an Authorization header
    Then the answer is lawful for gap "error-body"
    And the answer is lawful for gap "error-content-type"

  @gap:timestamp-form
  Scenario: the timestamps of a retrieved segment
    Then the answer is lawful for gap "timestamp-form"

  @gap:content-type
  Scenario: the Content-Type of a retrieval
    Then the answer is lawful for gap "content-type"
