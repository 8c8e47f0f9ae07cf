@operation:create-segment @writes
Feature: The limit of Operation Molecules

  @promise:one-operation-molecule
  Scenario: two Operation Molecules
    Given the target file gives "samples.operation_molecule"
    And a request that succeeds: create-segment
    And a segment with the molecules atomic, operation, atomic was sent
    And it is accepted
    When I create a segment with the molecules atomic, operation, atomic, operation, atomic
    Then nothing is given away or done

  @promise:one-operation-molecule
  Scenario: two Operation Molecules side by side
    Given the target file gives "samples.operation_molecule"
    And a request that succeeds: create-segment
    And a segment with the molecules atomic, operation, atomic was sent
    And it is accepted
    When I create a segment with the molecules atomic, operation, operation, atomic
    Then nothing is given away or done

  @promise:one-operation-molecule
  Scenario: two Operation Molecules, first and last
    Given the target file gives "samples.operation_molecule"
    And a request that succeeds: create-segment
    And a segment with the molecules atomic, operation, atomic was sent
    And it is accepted
    When I create a segment with the molecules operation, atomic, operation
    Then nothing is given away or done

  @promise:one-operation-molecule
  Scenario: two Operation Molecules and nothing else
    Given the target file gives "samples.operation_molecule"
    And a request that succeeds: create-segment
    And a segment with the molecules atomic, operation, atomic was sent
    And it is accepted
    When I create a segment with the molecules operation, operation
    Then nothing is given away or done
