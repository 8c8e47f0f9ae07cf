@operation:update-destination @writes
Feature: The update of a destination

  @promise:destinations-are-updated @promise:updated-destination-status @promise:updated-destination-data
  @promise:bodies-are-json @promise:destination-id @promise:destination-name
  @promise:destination-created-at @promise:destination-last-test-results @promise:destination-last-test-succeeded
  @promise:destination-last-tested-at @promise:destination-connection-details @promise:destination-objects
  Scenario: what the answer to an update is made of
    When I update the destination
    Then what the answer holds is as promised

  @promise:destination-named-by-its-id
  Scenario: the destination of the path is updated
    When I rename the destination
    Then the answer is about the destination of the path
    And no other destination has the new name

  @promise:destination-name-kept
  Scenario: the answer shows the new name
    When I rename the destination
    Then the answer shows the new name

  @promise:destination-name-kept
  Scenario: the new name is kept
    When I rename the destination
    Then the answer shows the new name
    And the new name is kept

  @promise:destination-named-by-its-id @gap:destination-unknown-status @gap:not-found-body
  Scenario: a destination that does not exist
    Given a request that succeeds: update-destination
    When I update a destination that does not exist
    Then it is about no other destination
    And the answer is lawful for gap "destination-unknown-status"
    And the answer is lawful for gap "not-found-body"
