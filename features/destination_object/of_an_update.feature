@operation:update-destination @writes
Feature: The objects in the answer to an update

  @promise:objects-of-the-destination @operation:list-destination-objects
  Scenario: the objects of an updated destination are those that it lists
    When I update the destination
    Then its objects are those that it lists

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
  Scenario: the members of every object of an updated destination
    When I update the destination
    Then what the answer holds is as promised
