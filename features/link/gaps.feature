Feature: What the document does not show about links

  Background:
    Given a link was created

  Rule: not mentioned: which redirect_uri is accepted, how long a link lives, and what a second link of a segment is (Segment management link)

    Scenario: how a new link looks
      Then the response is allowed by gaps "link-lifetime", "timestamp-form" and "content-type"

    Scenario: a link without a redirect_uri
      When I create a link without "redirect_uri"
      Then the response is allowed by gaps "link-redirect-missing" and "body-refusal-status"

    Scenario Outline: <case>
      When I <request>
      Then the response is allowed by gap "<gap>"
      Examples:
        | case                                    | request                                                     | gap                  |
        | a link back to a script                 | create a link whose "redirect_uri" is "javascript:alert(1)" | link-redirect-scheme |
        | a second link of one segment            | send it again unchanged                                     | link-again           |
        | a short-lived link, once it has expired | wait until it expires and open its uri                      | link-expired-answer  |

  Rule: not shown: the response to an unknown segment or source (Errors)

    @promise:link-names-its-segment
    Scenario: a link on a segment that does not exist
      When I create a link on a segment that does not exist
      Then the response shows no other segment
      And the response is allowed by gaps "segment-unknown-status" and "not-found-body"

    Scenario: a link on a source that does not exist
      When I create a link on a source that does not exist
      Then the response is allowed by gap "source-unknown-status"
