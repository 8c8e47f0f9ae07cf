@operation:create-segment @operation:read-segment-source @writes
Feature: Completion by the clock

  @promise:segment-source-completes @needs:clock
  Scenario: creation completes when its time has come
    Given the clock stands still
    And a segment was created
    When I read its source URL before the clock moves
    And I let the time for completion pass
    Then creation completes in time

  @promise:segment-source-stays-complete @needs:clock
  Scenario: what is complete stays complete while its clock moves on
    Given the clock stands still
    And a segment was created
    When I let the time for completion pass
    Then it stays complete
