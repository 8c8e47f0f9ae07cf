@last
Feature: The Authorization header has Bearer and the token

  Rule: every request needs the header, with a valid token
    "Every endpoint requires the header `Authorization: Bearer <ACCESS_TOKEN>`." (Authentication)

    @promise:token-required
    Scenario Outline: <operation> without a token, with the same values as before
      Given a successful <operation> request
      When I send exactly the same update without an Authorization header
      Then the response shows no resource
      Examples:
        | operation          |
        | update-destination |
        | update-connector   |

    @promise:token-required
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

    @promise:token-required @promise:token-valid @promise:workspace-token-own
    Scenario Outline: the <list> without a token, and with wrong tokens
      Given an empty list of <list>
      When I list the <list> without an Authorization header
      Then the request without a token does not get the empty list
      When I list the <list> with the token "random"
      Then the request with the random token does not get the empty list
      When I list the <list> with the token "other_workspace"
      Then the request with another workspace's token does not get the empty list
      Examples:
        | list                             |
        | objects of the empty destination |
        | topics of the empty source       |

    @promise:token-valid
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

    @promise:workspace-token-own
    Scenario: an update without a name, with another workspace's token
      Given the target file has different tokens for "workspace" and "other_workspace"
      And the target file has "samples.service_connection"
      And a successful update-destination request
      When I update the destination without a name and with the token "other_workspace"
      Then the response shows no resource

  Rule: a wrong token is rejected whatever query parameters the request has
    "Endpoints 1-5, 7, 8, 9 take a bearer token of the current workspace"; "Endpoint 6 (invitations) takes a bearer personal access token" (Authentication)

    @promise:workspace-token-own
    Scenario: another workspace's token for the destination objects, with query parameters
      Given the target file has different tokens for "workspace" and "other_workspace"
      And at least 2 of the destination objects
      When I list the destination objects with page 2 and per_page 1 and order asc and with the token "other_workspace"
      Then the request is rejected and has no effect

    @promise:workspace-token-kind
    Scenario: a personal access token for the destination objects, with query parameters
      Given the target file has different tokens for "workspace" and "personal"
      And at least 2 of the destination objects
      When I list the destination objects with page 2 and per_page 1 and order asc and with the token "personal"
      Then the request is rejected and has no effect

    @promise:personal-token-kind
    Scenario: a workspace's token for the invitations, with query parameters
      Given the target file has different tokens for "workspace" and "personal"
      And at least 2 of the invitations
      When I list the invitations with page 2 and per_page 1 and order asc and with the token "workspace"
      Then the request is rejected and has no effect
