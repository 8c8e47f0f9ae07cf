Feature: The source URL of a segment

  Background:
    Given a segment was created

  Rule: the source URL shows whether creation is complete
    status: "`false` (creation running), `true` (complete)" (States and transitions)

    @promise:segment-source-completes @promise:segment-source-stays-complete @slow
    Scenario: creation completes, and a complete segment stays complete
      When I poll its source URL until creation is complete
      Then creation completes in time
      And it stays complete

    @promise:segment-source-status
    Scenario: the status of the source URL
      When I poll its source URL until creation is complete
      Then the response matches the contract

  @promise:segment-source-properties
  Rule: a complete source URL returns the properties of the segment
    "the URL then returns every property returned by the segment-retrieval operation of the source" (States and transitions)

    Scenario: the properties of a complete segment
      When I poll its source URL until creation is complete
      Then the source URL returns every property of the retrieved segment

  @promise:segment-on-its-source
  Rule: a segment is on the source in the path, and on the dataset that was sent
    "`dataset_id` integer (required; the dataset the segment is based on)" (Segment (filter segment))

    Scenario: the source and the dataset of a segment
      When I poll its source URL until creation is complete
      Then it shows the source and the dataset that were sent

  Rule: not mentioned: the code and body of the source URL, and whether it takes a token (States and transitions)

    Scenario: how the source URL responds
      When I poll its source URL until creation is complete
      Then the response is allowed by gaps "source-status-type", "source-code" and "source-properties-place"
      And the response is allowed by gaps "timestamp-form" and "content-type"

    Scenario: the source URL without a token
      When I poll its source URL until creation is complete
      And I read its source URL without an Authorization header
      Then the response is allowed by gaps "source-token", "error-body" and "error-content-type"
