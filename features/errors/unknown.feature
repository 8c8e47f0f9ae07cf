Feature: Unknown resources

  Rule: not shown: the response to an id that does not exist (Errors)

    Scenario: a segment on a source that does not exist
      Given a successful create-segment request
      When I create a segment on a source that does not exist
      Then the response is allowed by gap "source-unknown-status"
      And the response is allowed by gap "not-found-body"

    Scenario: the retrieval of a segment that does not exist
      Given a segment was created
      And the segment can be retrieved
      When I retrieve a segment that does not exist
      Then the response is allowed by gap "not-found-body"
