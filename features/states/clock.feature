Feature: Completion by the clock

  Rule: creation completes, and stays so, on the deployment's clock
    "`false` (creation running), `true` (complete)" (States and transitions)

    @promise:segment-source-completes @promise:segment-source-stays-complete
    Scenario: creation completes when its time has come, and stays complete while the clock moves on
      Given the clock stands still
      And a segment was created
      When I read its source URL before the clock moves
      And I let the time for completion pass
      Then creation completes in time
      And it stays complete
