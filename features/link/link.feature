@operation:create-segment-management-link @operation:create-segment @writes
Feature: A segment management link

  @promise:links-are-created @promise:created-link-code @promise:created-link-status
  @promise:created-link-data @promise:bodies-are-json @promise:link-id
  @promise:link-type @promise:link-expiration @promise:link-expired
  @promise:link-revoked @promise:link-uri @promise:link-redirect-uri
  @promise:link-segment-id
  Scenario: what the answer to a creation is made of
    When I create a link
    Then what the answer holds is as promised

  @promise:link-is-fresh
  Scenario: a new link is fresh
    Given a link was created
    Then the link is neither expired nor revoked

  @promise:link-carries-auth
  Scenario: the uri lets in
    Given a link was created
    Then its uri carries an authorization value

  @promise:link-redirect-echoed
  Scenario: the redirect_uri comes back
    Given a link was created
    Then it names the redirect_uri that was sent

  @promise:link-redirect-echoed
  Scenario: a redirect_uri with a query comes back
    Given a link was created
    When I create a link back to a URL with a query
    Then it names the redirect_uri that was sent

  @promise:link-names-its-segment
  Scenario: the segment of the path
    Given a link was created
    And a link on another segment was created
    Then it names its segment

  @promise:link-expires @needs:clock @gap:link-expired-answer
  Scenario: an expired link opens nothing
    Given a link was created
    When I open its uri at its expiration
    Then its uri opens nothing
    And the answer is lawful for gap "link-expired-answer"
