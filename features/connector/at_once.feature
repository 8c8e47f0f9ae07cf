Feature: Connectors that are created, updated and published at the same time

  Rule: each response is about the connector of its request, and each connector has the label that was sent for it
    service_name: "identifier of the destination type, also used in paths" (Connector (destination type), response form); endpoint 4: "`status` = `updated`; `data` = Connector" (Endpoints)

    @promise:connector-service-name-kept @promise:connector-label-kept
    Scenario: connectors created and updated at the same time
      Given several connectors were created at the same time
      Then each response is about the connector of its request
      When I update all of them at the same time, and then all of them again
      Then each response is about the connector of its request
      And each connector has the label that was sent for it last

    @promise:connector-service-name-kept
    Scenario: connectors published at the same time
      The updates, which the first scenario checks, give them labels that differ.
      Given several connectors were created at the same time
      When I update all of them at the same time, and then all of them again
      And I publish two of them at the same time
      Then each response is about the connector of its request
