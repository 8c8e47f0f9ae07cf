Feature: What a connector is

  @promise:connectors-are-created @promise:created-connector-code @promise:created-connector-status
  @promise:created-connector-data @promise:bodies-are-json @promise:connector-service-name
  @promise:connector-documentation-slug @promise:connector-label @promise:connector-auth-method
  @promise:connector-creatable-via-api @promise:connector-creatable-via-connect-link @promise:connector-source-creatable-via-connect-link
  @promise:connector-configuration-fields @promise:connector-user-selectable-field-types @promise:configuration-field-id
  @promise:configuration-field-rules @promise:configuration-field-label @promise:configuration-field-type
  @promise:configuration-field-placholder @promise:configuration-field-matches @promise:configuration-field-is-password-type-field
  @promise:configuration-field-possible-values @promise:configuration-field-read-more @promise:configuration-field-hint
  @promise:configuration-field-show @promise:configuration-field-conditionally-required @promise:configuration-field-input-type
  @operation:create-connector @writes
  Scenario: what the answer to a creation is made of
    When I create a connector
    Then what the answer holds is as promised

  @promise:connectors-are-updated @promise:updated-connector-code @promise:updated-connector-status
  @promise:updated-connector-data @promise:bodies-are-json @promise:connector-service-name
  @promise:connector-documentation-slug @promise:connector-label @promise:connector-auth-method
  @promise:connector-creatable-via-api @promise:connector-creatable-via-connect-link @promise:connector-source-creatable-via-connect-link
  @promise:connector-configuration-fields @promise:connector-user-selectable-field-types @promise:configuration-field-id
  @promise:configuration-field-rules @promise:configuration-field-label @promise:configuration-field-type
  @promise:configuration-field-placholder @promise:configuration-field-matches @promise:configuration-field-is-password-type-field
  @promise:configuration-field-possible-values @promise:configuration-field-read-more @promise:configuration-field-hint
  @promise:configuration-field-show @promise:configuration-field-conditionally-required @promise:configuration-field-input-type
  @operation:update-connector @writes
  Scenario: what the answer to an update is made of
    When I update the connector
    Then what the answer holds is as promised

  @promise:connectors-are-published @promise:published-connector-code @promise:published-connector-status
  @promise:published-connector-data @promise:bodies-are-json @promise:connector-service-name
  @promise:connector-documentation-slug @promise:connector-label @promise:connector-auth-method
  @promise:connector-creatable-via-api @promise:connector-creatable-via-connect-link @promise:connector-source-creatable-via-connect-link
  @promise:connector-configuration-fields @promise:connector-user-selectable-field-types @promise:configuration-field-id
  @promise:configuration-field-rules @promise:configuration-field-label @promise:configuration-field-type
  @promise:configuration-field-placholder @promise:configuration-field-matches @promise:configuration-field-is-password-type-field
  @promise:configuration-field-possible-values @promise:configuration-field-read-more @promise:configuration-field-hint
  @promise:configuration-field-show @promise:configuration-field-conditionally-required @promise:configuration-field-input-type
  @operation:publish-connector @writes
  Scenario: what the answer to a publishing is made of
    Given a connector was published
    Then what the answer holds is as promised

  @promise:connectors-are-published @promise:published-connector-code @promise:published-connector-status
  @promise:published-connector-data @promise:bodies-are-json @promise:connector-service-name
  @promise:connector-documentation-slug @promise:connector-label @promise:connector-auth-method
  @promise:connector-creatable-via-api @promise:connector-creatable-via-connect-link @promise:connector-source-creatable-via-connect-link
  @promise:connector-configuration-fields @promise:connector-user-selectable-field-types @promise:configuration-field-id
  @promise:configuration-field-rules @promise:configuration-field-label @promise:configuration-field-type
  @promise:configuration-field-placholder @promise:configuration-field-matches @promise:configuration-field-is-password-type-field
  @promise:configuration-field-possible-values @promise:configuration-field-read-more @promise:configuration-field-hint
  @promise:configuration-field-show @promise:configuration-field-conditionally-required @promise:configuration-field-input-type
  @operation:publish-connector @writes
  Scenario: what the answer to the publishing of the target's own connector is made of
    Given the target's own connector was published
    Then what the answer holds is as promised
