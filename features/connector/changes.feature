Feature: Updating and publishing a connector

  @promise:connector-service-name-kept
  Rule: a connector keeps its service_name
    service_name: "sent on create only" (Connector, request form)

    Scenario: an updated connector keeps its service_name
      Given a connector was created
      When I update the connector
      Then the response names the connector in the path

    Scenario: a published connector keeps its service_name
      Given a connector was published
      Then the response names the connector in the path

    Scenario Outline: <what> that does not exist
      Given <test data>
      When I <request> that does not exist
      Then no other <connector> is shown or changed
      And the response is allowed by gap "connector-unknown-status"
      And the response is allowed by gap "not-found-body"
      Examples:
        | what                          | test data                             | request             | connector           |
        | the update of a connector     | a successful update-connector request | update a connector  | connector           |
        | the publishing of a connector | a connector was published             | publish a connector | published connector |

  @promise:connector-label-kept
  Rule: a connector has the label that was sent last
    "Create and update destination types (connectors), and publish a destination type to the organization." (What the service does)

    Scenario: the response to an update shows the new label
      Given a connector was created
      When I update the connector
      Then the response shows the label that was sent last

    Scenario: a new label is saved
      Given a connector was created
      When I update the connector
      Then the new label is saved

    Scenario: a published connector has its last label
      Given a connector was published
      Then the response shows the label that was sent last

  Rule: the connector object is required
    5: "body: `connector` object (required), including `service_name`", 4: "body: `connector` object (required)" (Endpoints)

    @promise:creation-needs-connector
    Scenario: a creation without the connector object
      Given a successful create-connector request
      When I create a connector without the connector object
      Then the request is rejected and has no effect
      And the response is allowed by gap "body-refusal-status"

    @promise:update-needs-connector
    Scenario: an update without the connector object
      Given a successful update-connector request
      When I update the connector without the connector object
      Then the request is rejected and has no effect
      And the response is allowed by gap "body-refusal-status"
