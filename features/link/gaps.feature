Feature: Gaps of links: what the document does not show

  Rule: the document does not show which redirect_uri is accepted, a link's lifetime, a second link (Segment management link), or unknown ids (Errors)

    Scenario Outline: <case>
      Given <link>
      When I <request>
      Then the response is allowed by <gaps>
      Examples:
        | case                         | link                                                | request                                                     | gaps                                                   |
        | no redirect_uri              | a successful create-segment-management-link request | create a link without "redirect_uri"                        | gaps "link-redirect-missing" and "body-refusal-status" |
        | a link back to a script      | a successful create-segment-management-link request | create a link whose "redirect_uri" is "javascript:alert(1)" | gap "link-redirect-scheme"                             |
        | a source that does not exist | a successful create-segment-management-link request | create a link on a source that does not exist               | gap "source-unknown-status"                            |
        | a second link of a segment   | a link was created                                  | send it again unchanged                                     | gap "link-again"                                       |
        | a link that has expired      | a link was created                                  | wait until it expires and open its uri                      | gap "link-expired-answer"                              |

    @promise:link-names-its-segment
    Scenario: a segment that does not exist
      Given a successful create-segment-management-link request
      When I create a link on a segment that does not exist
      Then the response shows no other segment
      And the response is allowed by gaps "segment-unknown-status" and "not-found-body"
