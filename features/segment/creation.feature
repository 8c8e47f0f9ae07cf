Feature: The creation of a segment

  Rule: name, molecules and dataset_id are required
    "body: `name`, `molecules`, `dataset_id` (all required)" (Endpoints)

    Background:
      Given a successful create-segment request

    @promise:segment-name-required
    Scenario: a segment without a name
      When I create a segment without "name"
      Then the request is rejected and has no effect
      And the response is allowed by gap "body-refusal-status"

    @promise:segment-molecules-required
    Scenario: a segment without molecules
      When I create a segment without "molecules"
      Then the request is rejected and has no effect

    @promise:segment-dataset-required
    Scenario: a segment without a dataset
      When I create a segment without "dataset_id"
      Then the request is rejected and has no effect
      When I create a segment without "dataset_id" and with no molecules
      Then the request is rejected and has no effect
