Feature: Connectors that are written at the same time

  Background:
    Given several connectors were created at once

  @promise:connector-service-name-kept
  Rule: each response is about the connector of its request
    service_name: "identifier of the destination type, also used in paths" (Connector (destination type), response form)

    Scenario: connectors created at once
      Then each response is about its own connector

    Scenario: connectors updated at once
      Given each of them was updated at once, twice
      Then each response is about its own connector

    Scenario: connectors published at once
      Given each of them was updated at once, twice
      When I publish two of them at once
      Then each response is about its own connector

  @promise:connector-label-kept
  Rule: each connector has the label that was sent for it
    endpoint 4: "`status` = `updated`; `data` = Connector" (Endpoints)

    Scenario: labels sent at once
      Given each of them was updated at once, twice
      Then each of them has its own last label
