Feature: What does not exist

  @operation:create-segment @writes @gap:source-unknown-status @gap:not-found-body
  Scenario: a segment on a source that does not exist
    Given a request that succeeds: create-segment
    When I create a segment on a source that does not exist
    Then the answer is lawful for gap "source-unknown-status"
    And the answer is lawful for gap "not-found-body"

  @operation:get-segment @operation:create-segment @writes @gap:not-found-body
  Scenario: the retrieval of a segment that does not exist
    Given a segment was created
    And the segment can be retrieved
    When I retrieve a segment that does not exist
    Then the answer is lawful for gap "not-found-body"
