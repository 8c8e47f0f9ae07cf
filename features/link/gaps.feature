Feature: What the document does not show about links

  Background:
    Given a link was created

  Rule: not mentioned: which redirect_uri is accepted, a link's lifetime, a second link (Segment management link); not shown: unknown ids (Errors)

    Scenario Outline: <case>
      When I <request>
      Then the response is allowed by <gaps>
      Examples:
        | case                         | request                                                     | gaps                                                   |
        | no redirect_uri              | create a link without "redirect_uri"                        | gaps "link-redirect-missing" and "body-refusal-status" |
        | a link back to a script      | create a link whose "redirect_uri" is "javascript:alert(1)" | gap "link-redirect-scheme"                             |
        | a second link of one segment | send it again unchanged                                     | gap "link-again"                                       |
        | a link that has expired      | wait until it expires and open its uri                      | gap "link-expired-answer"                              |
        | a source that does not exist | create a link on a source that does not exist               | gap "source-unknown-status"                            |

    @promise:link-names-its-segment
    Scenario: a segment that does not exist
      When I create a link on a segment that does not exist
      Then the response shows no other segment
      And the response is allowed by gaps "segment-unknown-status" and "not-found-body"
