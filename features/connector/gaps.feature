Feature: What the document leaves open about connectors

  @gap:connector-service-name-missing @operation:create-connector @writes
  Scenario: a connector without a service_name
    Given a request that succeeds: create-connector
    When I create a connector without "service_name"
    Then the answer is lawful for gap "connector-service-name-missing"

  @gap:connector-label-missing @operation:create-connector @writes
  Scenario: a connector without a label
    Given a request that succeeds: create-connector
    When I create a connector without "label"
    Then the answer is lawful for gap "connector-label-missing"

  @gap:connector-label-blank @operation:create-connector @writes
  Scenario: a connector with an empty label
    Given a request that succeeds: create-connector
    When I create a connector whose "label" is ""
    Then the answer is lawful for gap "connector-label-blank"

  @gap:connector-data-missing @operation:create-connector @writes
  Scenario: a connector without data
    Given a request that succeeds: create-connector
    When I create a connector without "data"
    Then the answer is lawful for gap "connector-data-missing"

  @gap:connector-definition-missing @operation:create-connector @writes
  Scenario: a connector without a configuration_definition
    Given a request that succeeds: create-connector
    When I create a connector without "configuration_definition"
    Then the answer is lawful for gap "connector-definition-missing"

  @gap:connector-definition-type @operation:create-connector @writes
  Scenario: a definition of a type that no one has heard of
    Given a request that succeeds: create-connector
    When I create a connector whose "configuration_definition" is {"key": {"label": "Key", "type": "phlogiston"}}
    Then the answer is lawful for gap "connector-definition-type"

  @gap:connector-field-id-blank @operation:create-connector @writes
  Scenario: a definition with an empty id
    Given a request that succeeds: create-connector
    When I create a connector whose "configuration_definition" is {"key": {"id": "", "label": "Key", "type": "string"}}
    Then the answer is lawful for gap "connector-field-id-blank"

  @gap:connector-icon-url @operation:create-connector @writes
  Scenario: an icon_url that is no URL
    Given a request that succeeds: create-connector
    When I create a connector whose "icon_url" is "not a URL"
    Then the answer is lawful for gap "connector-icon-url"

  @gap:connector-service-name-taken @operation:create-connector @writes
  Scenario: a service_name that is taken
    Given a request that succeeds: create-connector
    When I create a second connector of the same service_name
    Then the answer is lawful for gap "connector-service-name-taken"

  @gap:connector-service-name-sent-again @operation:update-connector @writes
  Scenario: a service_name in an update
    Given a request that succeeds: update-connector
    When I update the connector with another service_name
    Then the answer is lawful for gap "connector-service-name-sent-again"

  @gap:configuration-field-unused @gap:configuration-field-texts @gap:configuration-fields-shown @gap:content-type
  @operation:create-connector @writes
  Scenario: how the answer to a creation looks
    Given a request that succeeds: create-connector
    Then the answer is lawful for gap "configuration-field-unused"
    And the answer is lawful for gap "configuration-field-texts"
    And the answer is lawful for gap "configuration-fields-shown"
    And the answer is lawful for gap "content-type"

  @gap:configuration-field-unused @gap:configuration-field-texts @gap:content-type
  @operation:update-connector @writes
  Scenario: how the answer to an update looks
    Given a request that succeeds: update-connector
    Then the answer is lawful for gap "configuration-field-unused"
    And the answer is lawful for gap "configuration-field-texts"
    And the answer is lawful for gap "content-type"

  @gap:configuration-field-unused @gap:configuration-field-texts @gap:content-type
  @operation:publish-connector @writes
  Scenario: how the answer to a publishing looks
    Given a connector was published
    Then the answer is lawful for gap "configuration-field-unused"
    And the answer is lawful for gap "configuration-field-texts"
    And the answer is lawful for gap "content-type"

  @gap:connector-publish-again @gap:connector-conflict-status @operation:publish-connector @writes
  Scenario: a second publishing
    Given a connector was published
    When I publish it again
    Then the answer is lawful for gap "connector-publish-again"
    And the answer is lawful for gap "connector-conflict-status"

  @gap:connector-update-after-publish @gap:connector-conflict-status @operation:update-connector @writes
  Scenario: an update after publishing
    Given a connector was published
    When I update it after publishing
    Then the answer is lawful for gap "connector-update-after-publish"
    And the answer is lawful for gap "connector-conflict-status"
