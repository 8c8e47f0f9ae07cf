Feature: The retrieval of a segment

  Rule: the document does not show the responses of the segment-retrieval operation, or the error body shape (Errors)

    Scenario: how a segment is retrieved, with a token, without one, and where none exists
      Given a segment was created
      And the segment can be retrieved
      Then the response is allowed by gaps "timestamp-form" and "content-type"
      When I retrieve it without an Authorization header
      Then the response is allowed by gaps "error-body" and "error-content-type"
      When I retrieve a segment that does not exist
      Then the response is allowed by gap "not-found-body"
