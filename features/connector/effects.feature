Feature: What a write to a connector leaves as it is

  Rule: only the connector in the path is written
    "`service_name` is a string path value naming the destination type" (Endpoints)

    Background:
      Given two connectors were created, and one was rejected in between

    @promise:connectors-are-created @promise:connector-service-name-kept @promise:connector-label-kept
    Scenario: a rejected creation makes nothing, and an update changes no other connector
      Then the rejected creation made none
      When I update the first of them
      Then the response shows the label that was sent last
      And the second of them is as it was

    @promise:connector-label-kept
    Scenario: a rejected update changes nothing, and the next one is saved
      When I update the first of them with a new label and something invalid
      Then the rejected label is not saved
      And the next new label is saved

  @promise:connector-label-kept
  Rule: a connector has the label that was sent last
    endpoint 4: "`status` = `updated`; `data` = Connector" (Endpoints)

    Scenario: a connector is updated after another one was published
      Given a connector was published
      And a connector was created
      When I update the connector
      Then the new label is saved

    Scenario: publishing leaves the label as it is
      Given a connector was published
      When I update it after publishing
      Then publishing did not change its label
      And the new label is saved
