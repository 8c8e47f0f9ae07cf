Feature: Segments that are created at the same time

  Rule: each creation has its own result, and each source URL is that of its segment
    "Creation result: `data` with `id` (integer) and `filter_segment_source_url` (string URL) beside `status`." (Segment (filter segment)); "the returned `filter_segment_source_url` is queried to learn whether creation finished" (Endpoints)

    @promise:created-segment-id @promise:segment-source-properties
    Scenario: segments created at the same time, and their source URLs read at the same time
      Given several segments were created at the same time
      Then each of them has an id and a source URL of its own
      And each source URL shows its own segment, also when all are read at the same time

  Rule: each link is on the segment in its path, and echoes the redirect_uri of its request
    POST "/api/v1/sources/{source_id}/filter_segments/{segment_id}/segment_management_links" (Endpoints); redirect_uri: "echo of the supplied value" (Segment management link)

    @promise:link-names-its-segment @promise:link-redirect-echoed
    Scenario: links created at the same time
      Given several segments were created at the same time
      When I create a link on each of them at the same time
      Then each link is on its own segment
      And each link echoes its own redirect_uri
