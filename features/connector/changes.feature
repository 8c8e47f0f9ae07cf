Feature: Creating, updating and publishing a connector

  @promise:connector-service-name-kept
  Rule: a connector keeps its service_name, and has the label that was sent last
    service_name: "identifier of the destination type, also used in paths" (Connector (destination type), response form); "sent on create only" (Connector, request form); label is a member of both; endpoint 4: "`status` = `updated`; `data` = Connector" (Endpoints)

    @promise:connector-label-kept
    Scenario: each new label is saved, also one that is sent alone
      The API has no GET for connectors: one more update reads a label. The last two updates are sent without a read in between.
      Given a connector was created
      When I update the connector
      Then the response shows the service_name in the path
      And the response shows the label that was sent last
      When I update only the label of the connector
      Then the response shows the label that was sent last
      And the new label is saved
      And three more labels are saved, one after the other
      When I update the connector
      And I update the connector
      Then the new label is saved
      And the last update, sent again, shows the same label

    @promise:connector-label-kept
    Scenario: publishing keeps the service_name and the label that was sent last
      Given a connector was published
      Then the response shows the service_name in the path
      And the response shows the label that was sent last
      When I update it after publishing
      Then publishing did not change its label
      And the new label is saved

    @promise:connector-label-kept
    Scenario: connectors created and updated at the same time
      Given several connectors were created at the same time
      Then each response is about the connector of its request
      When I update all of them at the same time, and then all of them again
      Then each response is about the connector of its request
      And each connector has the label that was sent for it last

    Scenario: connectors published at the same time
      The updates, which the scenario before checks, give them labels that differ.
      Given several connectors were created at the same time
      When I update all of them at the same time, and then all of them again
      And I publish two of them at the same time
      Then each response is about the connector of its request

  Rule: only the connector in the path is written and shown
    "`service_name` is a string path value naming the destination type" (Endpoints)

    @promise:connectors-are-created @promise:connector-service-name-kept @promise:connector-label-kept
    Scenario: a rejected creation creates nothing, and an update changes no other connector
      Given three connectors were created, and right before the second a creation was rejected
      Then the rejected creation created no connector
      When I update the first connector
      Then the response shows the label that was sent last
      And the update did not change the third connector
      When I update the second connector
      Then the response shows the service_name in the path
      And the response shows the label that was sent last

    @promise:connector-label-kept @last
    Scenario: a rejected update changes nothing, and the next one is saved
      Given three connectors were created, and right before the second a creation was rejected
      When I send the first connector an invalid update with a new label
      Then the rejected label is not saved
      And the next new label is saved

    @promise:connector-service-name-kept
    Scenario Outline: <writing> a connector that does not exist
      Given <test data>
      When I <write> a connector that does not exist
      Then the response shows no other connector
      And the response is allowed by gaps "connector-unknown-status" and "not-found-body"
      Examples:
        | writing    | test data                             | write   |
        | updating   | a successful update-connector request | update  |
        | publishing | a connector was published             | publish |

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

  @promise:connector-label-kept
  Rule: a label is saved, and shown as it was sent
    endpoint 4: "`status` = `updated`; `data` = Connector" (Endpoints); label is a member of the request (Connector, request form) and of the response (Connector (destination type), response form)

    Scenario: a connector is updated after another one was published
      Given a connector was published
      And a connector was created
      When I update the connector after another one was published
      Then the new label is saved

    @last
    Scenario: new connectors with labels of many kinds
      When I create connectors with labels of many kinds, such as emoji and quotes
      Then each text is shown as it was sent

    @last
    Scenario: an updated connector with labels of many kinds, also with true, null and 007
      Given a connector was created
      When I give the connector labels such as true, null and 007
      Then each text is shown as it was sent
      And each of these labels is saved
      When I give the connector labels of many kinds, such as emoji and quotes
      Then each text is shown as it was sent
      And an update with all of these texts together is saved
