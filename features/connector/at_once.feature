Feature: Connectors that are written at the same time

  Rule: each response is about the connector of its request, and each connector has the label that was sent for it
    service_name: "identifier of the destination type, also used in paths" (Connector (destination type), response form); endpoint 4: "`status` = `updated`; `data` = Connector" (Endpoints)

    @promise:connector-service-name-kept @promise:connector-label-kept
    Scenario: connectors created and updated at the same time
      Given several connectors were created at once
      Then each response is about its own connector
      When I update each of them at once, twice
      Then each response is about its own connector
      And each of them has its own last label

    @promise:connector-service-name-kept
    Scenario: connectors published at the same time
      Given several connectors were created at once
      When I update each of them at once, twice
      And I publish two of them at once
      Then each response is about its own connector
