Feature: The retrieval of a segment

  Rule: not shown: the responses of the segment-retrieval operation, and the error body shape (Errors)

    Background:
      Given a segment was created
      And the segment can be retrieved

    Scenario: retrieval without a token
      When I retrieve it without an Authorization header
      Then the response is allowed by gaps "error-body" and "error-content-type"

    Scenario: how a retrieved segment looks
      Then the response is allowed by gaps "timestamp-form" and "content-type"

    Scenario: the retrieval of a segment that does not exist
      When I retrieve a segment that does not exist
      Then the response is allowed by gap "not-found-body"
