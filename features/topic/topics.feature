Feature: The topics of a source

  @promise:topics-are-listed @last
  Rule: each source has its own topics
    "List topics of a source." (What the service does)

    Scenario: each source has its own topics
      Given at least 1 of the topics
      Then the topics of the empty source differ from the topics

    Scenario: the topics of a source during the whole run, and of one that does not exist
      Given a successful list-topics request
      When I list the topics of a source that does not exist
      Then the request is rejected and has no effect
      And the topics did not go back and forth
      And the response is allowed by gaps "source-unknown-status" and "not-found-body"

  Rule: the document does not show the HTTP status code, the query parameters or the order of endpoint 8 (Endpoints)

    @promise:topics-envelope-agrees
    Scenario: how a list of topics looks, and its pagination
      When I list the topics
      Then its pagination agrees with its records
      And the response is allowed by gaps "topics-code", "topics-order", "timestamp-form" and "content-type"

    Scenario: topics with a per_page
      Given at least 2 of the topics
      When I list the topics with per_page 1
      Then the response is allowed by gap "topics-paging"

    Scenario: the topics of the source that segments are created on
      Given at least 1 of the topics
      When I list the topics of the source of segments
      Then the response is allowed by gap "topics-other-source"
