Feature: The retrieval of a segment

  Rule: not shown: the responses of the segment-retrieval operation, and the error body shape (Errors)

    Background:
      Given a segment was created
      And the segment can be retrieved

    Scenario: retrieval without a token
      When I retrieve it without an Authorization header
      Then the response is allowed by gap "error-body"
      And the response is allowed by gap "error-content-type"

    Scenario: the timestamps of a retrieved segment
      Then the response is allowed by gap "timestamp-form"

    Scenario: the Content-Type of a retrieval
      Then the response is allowed by gap "content-type"
