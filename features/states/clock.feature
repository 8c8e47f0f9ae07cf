Feature: Completion by the clock

  Rule: creation completes, and stays so, on the deployment's clock
    "`false` (creation running), `true` (complete)" (States and transitions)

    Background:
      Given the clock stands still
      And a segment was created

    @promise:segment-source-completes
    Scenario: creation completes when its time has come
      When I read its source URL before the clock moves
      And I let the time for completion pass
      Then creation completes in time

    @promise:segment-source-stays-complete
    Scenario: a complete segment stays complete while the clock moves on
      When I let the time for completion pass
      Then it stays complete
