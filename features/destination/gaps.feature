Feature: Gaps of destinations: what the document does not show

  Rule: the document does not show the HTTP status code of endpoint 1, or how members without a value look (Endpoints)

    Scenario: how the response to an update looks
      Given a successful update-destination request
      Then the response is allowed by gaps "destination-update-code", "destination-type", "destination-untested", "test-step-error", "object-list-members", "object-lookup", "advanced-field-optional", "timestamp-form" and "content-type"

    Scenario: how listed objects look
      When I list the destination objects with page 1 and per_page 100
      Then the response is allowed by gaps "object-custom-field-types", "object-lookup", "advanced-field-optional" and "content-type"

  Rule: the document does not show transitions or the retrieval of a destination (States and transitions)

    Scenario: how a destination is retrieved, with a token, without one, and where none exists, and whether an update tests it
      Given the destination can be retrieved
      Then the response is allowed by gaps "destination-type", "destination-untested", "test-step-error", "timestamp-form" and "content-type"
      When I retrieve the destination without an Authorization header
      Then the response is allowed by gaps "error-body" and "error-content-type"
      When I retrieve a destination that does not exist
      Then the response is allowed by gap "not-found-body"
      When I update the destination
      Then the response is allowed by gap "destination-retest"
