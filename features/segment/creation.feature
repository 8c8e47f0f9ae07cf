@operation:create-segment @writes
Feature: The creation of a segment

  @promise:segments-are-created @promise:created-segment-code @promise:created-segment-status
  @promise:created-segment-data @promise:created-segment-id @promise:created-segment-source-url
  @promise:bodies-are-json
  Scenario: what the answer to a creation is made of
    When I create a segment
    Then what the answer holds is as promised

  @promise:segment-name-required @gap:body-refusal-status
  Scenario: a segment without a name
    Given a request that succeeds: create-segment
    When I create a segment without "name"
    Then nothing is given away or done
    And the answer is lawful for gap "body-refusal-status"

  @promise:segment-molecules-required
  Scenario: a segment without molecules
    Given a request that succeeds: create-segment
    When I create a segment without "molecules"
    Then nothing is given away or done

  @promise:segment-dataset-required
  Scenario: a segment without a dataset
    Given a request that succeeds: create-segment
    When I create a segment without "dataset_id"
    Then nothing is given away or done
