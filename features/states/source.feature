Feature: The source URL of a segment

  Rule: the source URL shows whether creation is complete
    status: "`false` (creation running), `true` (complete)" (States and transitions)

    @promise:segment-source-completes @promise:segment-source-stays-complete @slow
    Scenario: creation completes, and a complete segment stays complete
      Given a segment was created
      When I poll its source URL until creation is complete
      Then creation completes in time
      And it stays complete

    @promise:segment-source-completes @promise:segment-source-stays-complete
    Scenario: creation completes when its time has come, and stays complete while the clock moves on
      Given the clock stands still
      And a segment was created
      When I read its source URL before the clock moves
      And I let the time for completion pass
      Then creation completes in time
      And it stays complete

  Rule: a complete source URL returns the properties of the segment, among them its source and dataset
    "the URL then returns every property returned by the segment-retrieval operation of the source" (States and transitions); "Creation input: `name` string (required)"; "`dataset_id` integer (required; the dataset the segment is based on)" (Segment (filter segment))

    @promise:segment-source-properties @promise:segment-on-its-source @promise:segment-source-status
    Scenario: the status and the properties of a complete segment
      Given a segment was created and polled until creation was complete
      Then the response matches the contract
      And the source URL returns every property of the retrieved segment
      And it shows the source and the dataset that were sent

    @promise:segment-on-its-source
    Scenario: a source that does not exist
      Given a successful create-segment request
      When I create a segment on a source that does not exist
      Then the response is allowed by gaps "source-unknown-status" and "not-found-body"
      And it is created on no other source

  Rule: the document does not show the code or body of the source URL, or whether it takes a token (States and transitions)

    Scenario: how the source URL responds, with a token and without
      Given a segment was created and polled until creation was complete
      Then the response is allowed by gaps "source-status-type", "source-code", "source-properties-place", "timestamp-form" and "content-type"
      When I read its source URL without an Authorization header
      Then the response is allowed by gaps "source-token", "error-body" and "error-content-type"
