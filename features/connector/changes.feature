Feature: Creating, updating and publishing a connector

  Rule: a connector keeps its service_name, and has the label that was sent last
    service_name: "identifier of the destination type, also used in paths" (Connector (destination type), response form); "sent on create only" (Connector, request form); label is a member of both; endpoint 4: "`status` = `updated`; `data` = Connector" (Endpoints)

    @promise:connector-service-name-kept @promise:connector-label-kept
    Scenario: the response to an update shows the service_name and the new label
      Given a connector was created
      When I update the connector
      Then the response shows the service_name in the path
      And the response shows the label that was sent last

    @promise:connector-service-name-kept @promise:connector-label-kept
    Scenario: publishing keeps the service_name and the label that was sent last
      Given a connector was published
      Then the response shows the service_name in the path
      And the response shows the label that was sent last

    @promise:connector-label-kept
    Scenario: each new label is saved
      The last one follows another at once: reading a label back is an update, too, which a count of writes includes.
      Given a connector was created
      When I update the connector
      Then the new label is saved
      When I update the connector
      Then the new label is saved
      When I update the connector
      Then the new label is saved
      When I update the connector
      And I update the connector
      Then the new label is saved

    @promise:connector-label-kept
    Scenario: a label that is sent alone is saved
      Given a connector was created
      When I update the connector
      And I update only the label of the connector
      Then the response shows the label that was sent last
      And the new label is saved

  @promise:connector-service-name-kept
  Rule: an unknown service_name stands for no other connector
    "`service_name` is a string path value naming the destination type" (Endpoints)

    Scenario: updating a connector that does not exist
      Given a successful update-connector request
      When I update a connector that does not exist
      Then the response shows no other connector
      And the response is allowed by gaps "connector-unknown-status" and "not-found-body"

    Scenario: publishing a connector that does not exist
      Given a connector was published
      When I publish a connector that does not exist
      Then the response shows no other published connector
      And the response is allowed by gaps "connector-unknown-status" and "not-found-body"

  Rule: the connector object is required
    endpoint 4: "body: `connector` object (required)"; endpoint 5: "body: `connector` object (required), including `service_name`" (Endpoints)

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
