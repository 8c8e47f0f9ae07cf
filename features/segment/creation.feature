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

  Rule: each creation has its own result, and each source URL is that of its segment
    "Creation result: `data` with `id` (integer) and `filter_segment_source_url` (string URL) beside `status`." (Segment (filter segment)); "the returned `filter_segment_source_url` is queried to learn whether creation finished" (Endpoints)

    @promise:created-segment-id @promise:segment-source-properties
    Scenario: segments created at the same time, and their source URLs read at the same time
      Given several segments were created at the same time
      Then each of them has an id and a source URL of its own
      And each source URL shows its own segment, also when all are read at the same time
