@operation:create-segment @writes
Feature: What the body of a creation may hold

  Background:
    Given a request that succeeds: create-segment

  @gap:segment-name-blank
  Scenario: an empty name
    When I create a segment whose "name" is ""
    Then the answer is lawful for gap "segment-name-blank"

  @gap:segment-name-taken
  Scenario: a name that is taken
    When I create a second segment of the same name
    Then the answer is lawful for gap "segment-name-taken"

  @gap:name-not-a-string
  Scenario: a name that is a number
    When I create a segment whose "name" is 20240501
    Then the answer is lawful for gap "name-not-a-string"

  @gap:dataset-unknown
  Scenario: a dataset that does not exist
    When I create a segment whose "dataset_id" is 2147480001
    Then the answer is lawful for gap "dataset-unknown"

  @gap:member-unknown
  Scenario: a member that the document does not know
    When I create a segment whose "colour" is "green"
    Then the answer is lawful for gap "member-unknown"

  @gap:molecules-empty
  Scenario: no molecule
    When I create a segment whose "molecules" is []
    Then the answer is lawful for gap "molecules-empty"

  @gap:molecule-group
  Scenario: a group of molecules
    When I create a segment with the molecules group
    Then the answer is lawful for gap "molecule-group"

  @gap:attribute-blank
  Scenario: an empty attribute
    When I create a segment whose molecule has the "attribute" ""
    Then the answer is lawful for gap "attribute-blank"

  @gap:attribute-type-unknown
  Scenario: an attribute_type that no one has heard of
    When I create a segment whose molecule has the "attribute_type" "phlogiston"
    Then the answer is lawful for gap "attribute-type-unknown"

  @gap:operator-unknown
  Scenario: an operator that no one has heard of
    When I create a segment whose molecule has the "operator" "perhaps"
    Then the answer is lawful for gap "operator-unknown"
