Feature: What becomes of a connector

  @promise:connector-service-name-kept @operation:update-connector @writes
  Scenario: an updated connector answers to its name
    Given a connector was created
    When I update the connector
    Then the answer names the connector of the path

  @promise:connector-service-name-kept @operation:publish-connector @writes
  Scenario: a published connector answers to its name
    Given a connector was published
    Then the answer names the connector of the path

  @promise:connector-label-kept @operation:update-connector @writes
  Scenario: the answer to an update shows the new label
    Given a connector was created
    When I update the connector
    Then the answer shows the label that was sent last

  @promise:connector-label-kept @operation:update-connector @writes
  Scenario: a new label is kept
    Given a connector was created
    When I update the connector
    Then the new label is kept

  @promise:connector-label-kept @operation:publish-connector @writes
  Scenario: a published connector has its last label
    Given a connector was published
    Then the answer shows the label that was sent last

  @promise:creation-needs-connector @gap:body-refusal-status @operation:create-connector @writes
  Scenario: a creation without the object connector
    Given a request that succeeds: create-connector
    When I create a connector without the object connector
    Then nothing is given away or done
    And the answer is lawful for gap "body-refusal-status"

  @promise:update-needs-connector @gap:body-refusal-status @operation:update-connector @writes
  Scenario: an update without the object connector
    Given a request that succeeds: update-connector
    When I update the connector without the object connector
    Then nothing is given away or done
    And the answer is lawful for gap "body-refusal-status"

  @promise:connector-service-name-kept @gap:connector-unknown-status @gap:not-found-body @operation:update-connector @writes
  Scenario: the update of a connector that does not exist
    Given a request that succeeds: update-connector
    When I update a connector that does not exist
    Then it is about no other connector
    And the answer is lawful for gap "connector-unknown-status"
    And the answer is lawful for gap "not-found-body"

  @promise:connector-service-name-kept @gap:connector-unknown-status @gap:not-found-body @operation:publish-connector @writes
  Scenario: the publishing of a connector that does not exist
    Given a connector was published
    When I publish a connector that does not exist
    Then it is about no other published connector
    And the answer is lawful for gap "connector-unknown-status"
    And the answer is lawful for gap "not-found-body"
