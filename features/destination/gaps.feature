Feature: What the document does not show about destinations

  Rule: not shown: the HTTP status code of endpoint 1, and how members without a value look (Endpoints)

    Scenario: how the response to an update looks
      When I update the destination
      Then the response is allowed by gap "destination-update-code"
      And the response is allowed by gap "destination-type"
      And the response is allowed by gap "destination-untested"
      And the response is allowed by gap "test-step-error"
      And the response is allowed by gap "object-list-members"
      And the response is allowed by gap "object-lookup"
      And the response is allowed by gap "advanced-field-optional"
      And the response is allowed by gap "timestamp-form"
      And the response is allowed by gap "content-type"

    Scenario: how listed objects look
      When I list the destination objects with per_page 100
      Then the response is allowed by gap "object-custom-field-types"
      And the response is allowed by gap "object-lookup"
      And the response is allowed by gap "advanced-field-optional"

  Rule: not shown: transitions and the retrieval of a destination (States and transitions)

    Background:
      Given the destination can be retrieved

    Scenario: whether an update tests the destination
      When I update the destination
      Then the response is allowed by gap "destination-retest"

    Scenario: how a retrieved destination looks
      Then the response is allowed by gap "destination-type"
      And the response is allowed by gap "destination-untested"
      And the response is allowed by gap "test-step-error"
      And the response is allowed by gap "timestamp-form"
      And the response is allowed by gap "content-type"

    Scenario: the retrieval of a destination without a token
      When I retrieve the destination without an Authorization header
      Then the response is allowed by gap "error-body"
      And the response is allowed by gap "error-content-type"

    Scenario: the retrieval of a destination that does not exist
      When I retrieve a destination that does not exist
      Then the response is allowed by gap "not-found-body"
