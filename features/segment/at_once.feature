Feature: Segments that are created at the same time

  Background:
    Given several segments were created at once

  @promise:created-segment-id
  Rule: each creation is one of its own
    "Creation result: `data` with `id` (integer) and `filter_segment_source_url` (string URL) beside `status`." (Segment (filter segment))

    Scenario: segments created at once
      Then each of them has an id and a source URL of its own

  @promise:segment-source-properties
  Rule: each source URL is that of its segment
    "the returned `filter_segment_source_url` is queried to learn whether creation finished" (Endpoints)

    Scenario: source URLs read at once
      Then each source URL shows its own segment, also when all are read at once

  @promise:link-names-its-segment
  Rule: each link is on the segment in its path
    POST "/api/v1/sources/{source_id}/filter_segments/{segment_id}/segment_management_links" (Endpoints)

    Scenario: links created at once
      When I create a link on each of them at once
      Then each link is on its own segment

  @promise:link-redirect-echoed
  Rule: each link echoes the redirect_uri of its request
    redirect_uri: "echo of the supplied value" (Segment management link)

    Scenario: redirect_uris sent at once
      When I create a link on each of them at once
      Then each link echoes its own redirect_uri
