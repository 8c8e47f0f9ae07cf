Feature: What the document leaves open about destinations

  @gap:destination-update-code @gap:destination-type @gap:destination-untested @gap:test-step-error @gap:object-list-members
  @gap:object-lookup @gap:advanced-field-optional @gap:timestamp-form @gap:content-type
  @operation:update-destination @writes
  Scenario: how the answer to an update looks
    When I update the destination
    Then the answer is lawful for gap "destination-update-code"
    And the answer is lawful for gap "destination-type"
    And the answer is lawful for gap "destination-untested"
    And the answer is lawful for gap "test-step-error"
    And the answer is lawful for gap "object-list-members"
    And the answer is lawful for gap "object-lookup"
    And the answer is lawful for gap "advanced-field-optional"
    And the answer is lawful for gap "timestamp-form"
    And the answer is lawful for gap "content-type"

  @gap:destination-retest @operation:update-destination @operation:get-destination @writes
  Scenario: whether an update tests the destination
    Given the destination can be retrieved
    When I update the destination
    Then the answer is lawful for gap "destination-retest"

  @gap:object-custom-field-types @gap:object-lookup @gap:advanced-field-optional @operation:list-destination-objects
  Scenario: how listed objects look
    When I list the destination objects with per_page 100
    Then the answer is lawful for gap "object-custom-field-types"
    And the answer is lawful for gap "object-lookup"
    And the answer is lawful for gap "advanced-field-optional"

  @gap:destination-type @gap:destination-untested @gap:test-step-error @gap:timestamp-form @gap:content-type @operation:get-destination
  Scenario: how a retrieved destination looks
    Given the destination can be retrieved
    Then the answer is lawful for gap "destination-type"
    And the answer is lawful for gap "destination-untested"
    And the answer is lawful for gap "test-step-error"
    And the answer is lawful for gap "timestamp-form"
    And the answer is lawful for gap "content-type"

  @gap:error-body @gap:error-content-type @operation:get-destination
  Scenario: the retrieval of a destination without a token
    Given the destination can be retrieved
    When I retrieve the destination without an Authorization header
    Then the answer is lawful for gap "error-body"
    And the answer is lawful for gap "error-content-type"

  @gap:not-found-body @operation:get-destination
  Scenario: the retrieval of a destination that does not exist
    Given the destination can be retrieved
    When I retrieve a destination that does not exist
    Then the answer is lawful for gap "not-found-body"
