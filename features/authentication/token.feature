Feature: An access token is required

  Rule: every request needs a valid access token
    "Every endpoint requires the header `Authorization: Bearer <ACCESS_TOKEN>`."; how a request is rejected is open: "the response to a missing or invalid token: not shown." (Authentication)

    @promise:token-required
    Scenario Outline: <operation> with its token in wrong places, and without a token
      Given a successful <operation> request
      When I send the request again with its token in wrong places, such as after Basic or in the query
      And I send it again without an Authorization header
      Then each of these requests is rejected and has no effect
      And the response is allowed by gaps "missing-token-status", "error-body" and "error-content-type"
      Examples:
        | operation                      |
        | update-destination             |
        | list-destination-objects       |
        | create-segment                 |
        | update-connector               |
        | create-connector               |
        | list-invitations               |
        | publish-connector              |
        | list-topics                    |
        | create-segment-management-link |

    @promise:token-required @last
    Scenario Outline: <operation> without a token, with the same values as before
      The update would change nothing, so that only the response can show whether it was carried out.
      Given a successful <operation> request
      When I send exactly the same update without an Authorization header
      Then the response shows no resource
      Examples:
        | operation          |
        | update-destination |
        | update-connector   |

    @promise:token-required @last
    Scenario Outline: only requests with a token get the <list>
      When I list the <list> with a token and without one at the same time
      Then only the requests with a token get records
      When I list the <list> with page 2 and per_page 1 and order asc and without an Authorization header
      Then the request is rejected and has no effect
      When I list the <list> without a token, but with the cookies of earlier responses, as a browser would
      Then the request is rejected and has no effect
      Examples:
        | list                |
        | invitations         |
        | destination objects |

    @promise:token-required @promise:token-valid @promise:workspace-token-own @last
    Scenario Outline: the <list> without a token, and with wrong tokens
      Given an empty list of <list>
      When I list the <list> without an Authorization header
      Then the request without a token does not get the empty list
      When I list the <list> with the token "invented"
      Then the request with the invented token does not get the empty list
      When I list the <list> with the token "other_workspace"
      Then the request with another workspace's token does not get the empty list
      Examples:
        | list                             |
        | objects of the empty destination |
        | topics of the empty source       |

    @promise:token-valid @last
    Scenario Outline: <operation> with tokens that do not exist, and with one that was revoked
      Given a successful <operation> request
      When I send the request again with wrong tokens, such as the right one with more letters
      And I send it again with a revoked token
      And I send it again with a token that differs in one letter
      Then each of these requests is rejected and has no effect
      And the response is allowed by gap "invalid-token-status"
      Examples:
        | operation                      |
        | update-destination             |
        | list-destination-objects       |
        | create-segment                 |
        | update-connector               |
        | create-connector               |
        | list-invitations               |
        | publish-connector              |
        | list-topics                    |
        | create-segment-management-link |

  Rule: the document does not show whether HTTP Basic, or bearer in lower case, is also accepted (Authentication)

    Scenario Outline: <operation> with HTTP Basic, and with bearer in lower case
      Publishing is left out: a connector is published once in a run.
      Given a successful <operation> request
      When I send it again with the scheme Basic
      Then the response is allowed by gap "basic-authorization"
      When I send it again with the scheme bearer
      Then the response is allowed by gap "bearer-lower-case"
      Examples:
        | operation                      |
        | update-destination             |
        | list-destination-objects       |
        | create-segment                 |
        | update-connector               |
        | create-connector               |
        | list-invitations               |
        | list-topics                    |
        | create-segment-management-link |
