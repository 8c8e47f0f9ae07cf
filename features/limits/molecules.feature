Feature: The limit of Operation Molecules

  @promise:one-operation-molecule
  Rule: a segment has at most one Operation Molecule
    "The `molecules` list of a segment contains at most one Operation Molecule." (Limits)

    Scenario Outline: <case>
      Given the target file has "samples.operation_molecule"
      And a successful create-segment request
      And a segment with the molecules atomic, operation, atomic was sent
      And the request was accepted
      When I create a segment with the molecules <molecules>
      Then the request is rejected and has no effect
      Examples:
        | case                                     | molecules                                                                                               |
        | two Operation Molecules                  | atomic, operation, atomic, operation, atomic                                                            |
        | two Operation Molecules side by side     | atomic, operation, operation, atomic                                                                    |
        | two Operation Molecules, first and last  | operation, atomic, atomic, atomic, atomic, atomic, atomic, atomic, atomic, atomic, atomic, operation    |
        | two Operation Molecules and nothing else | operation, operation                                                                                    |
        | three, the last after ten others         | operation, atomic, atomic, atomic, atomic, atomic, atomic, atomic, atomic, atomic, operation, operation |
