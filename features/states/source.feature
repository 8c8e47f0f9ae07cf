@operation:create-segment @operation:read-segment-source @writes
Feature: The source URL of a segment

  Background:
    Given a segment was created

  @promise:segment-source-stays-complete @slow
  Scenario: what is complete stays complete
    When I follow its source URL until creation is complete
    Then it stays complete

  @promise:segment-source-completes
  Scenario: creation completes
    When I follow its source URL until creation is complete
    Then creation completes in time

  @promise:segment-source-status
  Scenario: the status of the source URL
    When I follow its source URL until creation is complete
    Then what the answer holds is as promised

  @promise:segment-source-properties
  Scenario: the properties of a complete segment
    Given a segment was created
    When I follow its source URL until creation is complete
    Then the source URL shows every property of the retrieval

  @promise:segment-on-its-source
  Scenario: the source and the dataset of a segment
    When I follow its source URL until creation is complete
    Then it shows the source and the dataset that were sent

  @gap:source-status-type @gap:source-code @gap:source-properties-place @gap:timestamp-form @gap:content-type
  Scenario: how the source URL answers
    When I follow its source URL until creation is complete
    Then the answer is lawful for gap "source-status-type"
    And the answer is lawful for gap "source-code"
    And the answer is lawful for gap "source-properties-place"
    And the answer is lawful for gap "timestamp-form"
    And the answer is lawful for gap "content-type"

  @gap:source-token
  Scenario: the source URL without a token
    When I follow its source URL until creation is complete
    And I read its source URL without an Authorization header
    Then the answer is lawful for gap "source-token"

  @gap:error-body @gap:error-content-type
  Scenario: the body with which the source URL refuses
    When I read its source URL without an Authorization header
    Then the answer is lawful for gap "error-body"
    And the answer is lawful for gap "error-content-type"
