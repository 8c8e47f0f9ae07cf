Feature: A segment management link

  Rule: the uri of a link opens the editor until it expires
    uri: "URL of the embedded segment editor; carries an expiring authorization value in query parameter `auth`" (Segment management link)

    @promise:link-is-fresh @promise:link-carries-auth
    Scenario: a new link is neither expired nor revoked, and its uri carries an authorization value
      Given a link was created
      Then the link is neither expired nor revoked
      And its uri carries an authorization value

    @promise:link-opens
    Scenario: the uri of a new link opens the editor
      The segment has no other link: a new one may end those before it.
      Given a link on another segment was created
      When I open its uri
      Then it opens the editor

    @promise:link-expires
    Scenario: an expired link opens nothing
      Given a link was created
      When I open its uri at its expiration
      Then its uri opens nothing
      And the response is allowed by gap "link-expired-answer"

  @promise:link-names-its-segment
  Rule: a link is on the segment in the path
    POST "/api/v1/sources/{source_id}/filter_segments/{segment_id}/segment_management_links" (Endpoints)

    Scenario: the segment in the path
      Given a link was created
      And a link on another segment was created
      Then its segment_id is the segment in the path

    @promise:link-redirect-echoed
    Scenario: links created at the same time
      Given several segments were created at the same time
      When I create a link on each of them at the same time
      Then each link is on its own segment
      And each link echoes its own redirect_uri

  @promise:link-redirect-echoed
  Rule: the redirect_uri is echoed as it was sent
    redirect_uri: "echo of the supplied value" (Segment management link)

    Scenario: the redirect_uri is echoed, with a query and without
      Given a link was created
      Then the response is allowed by gaps "link-lifetime", "timestamp-form" and "content-type"
      And it echoes the redirect_uri that was sent
      When I create a link whose "redirect_uri" has a query
      Then it echoes the redirect_uri that was sent

    @last
    Scenario: redirect_uris of many kinds
      When I create links with redirect_uris of many kinds, such as one with a query
      Then each text is shown as it was sent
