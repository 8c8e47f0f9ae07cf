@operation:list-destination-objects
Feature: What a destination object is

  @promise:object-label @promise:object-full-name @promise:object-supported-operations
  @promise:object-primary-identifier-mapping-attributes @promise:object-allow-custom-fields @promise:object-supported-custom-field-types
  @promise:object-allow-case-sensitive-fields @promise:object-advanced-configuration-field-definitions @promise:object-supports-field-ordering
  @promise:object-can-be-sync-destination @promise:object-is-audience-destination @promise:object-fields
  @promise:object-configurable-field-definitions @promise:object-data @promise:advanced-field-name
  @promise:advanced-field-type @promise:advanced-field-label @promise:advanced-field-input-type
  @promise:advanced-field-placeholder @promise:advanced-field-sort-order @promise:advanced-field-required
  @promise:advanced-field-supported-values @promise:object-field-label @promise:object-field-full-name
  @promise:object-field-createable @promise:object-field-updateable @promise:object-field-operations
  @promise:object-field-array @promise:object-field-preserve-values-supported @promise:object-field-required-for-mapping
  @promise:object-field-can-be-upsert-key @promise:object-field-can-be-update-key @promise:object-field-can-be-insert-key
  @promise:object-field-can-be-reference-key @promise:object-field-lookup-object @promise:object-field-type
  Scenario: the members of every listed object
    Given at least 1 destination objects
    When I read the pages of the destination objects
    Then what the answer holds is as promised

  @promise:objects-of-the-destination
  Scenario: each destination has its own objects
    Given at least 1 destination objects
    Then the objects of the empty destination are not the destination objects

  @promise:objects-of-the-destination @gap:destination-unknown-status @gap:not-found-body
  Scenario: the objects of a destination that does not exist
    Given a request that succeeds: list-destination-objects
    When I list the objects of a destination that does not exist
    Then nothing is given away or done
    And the answer is lawful for gap "destination-unknown-status"
    And the answer is lawful for gap "not-found-body"
