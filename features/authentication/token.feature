Feature: An access token is required

  Rule: every request needs a valid access token
    "Every endpoint requires the header `Authorization: Bearer <ACCESS_TOKEN>`." (Authentication)

    @promise:token-required
    Scenario Outline: <operation> without a token
      Given a successful <operation> request
      When I send it again without an Authorization header
      Then the request is rejected and has no effect
      And the response is allowed by gap "missing-token-status"
      And the response is allowed by gap "error-body"
      And the response is allowed by gap "error-content-type"
      Examples:
        | operation                      |
        | list-invitations               |
        | update-destination             |
        | list-destination-objects       |
        | create-segment                 |
        | update-connector               |
        | create-connector               |
        | publish-connector              |
        | list-topics                    |
        | create-segment-management-link |

    @promise:token-required
    Scenario Outline: a page of <list> without a token
      Given at least 2 <list>
      When I list the <list> with page 2 and per_page 1 and order asc and without an Authorization header
      Then the request is rejected and has no effect
      Examples:
        | list                |
        | invitations         |
        | destination objects |

    @promise:token-valid
    Scenario Outline: <operation> with a token that does not exist
      Given a successful <operation> request
      When I send it again with a random token
      Then the request is rejected and has no effect
      And the response is allowed by gap "invalid-token-status"
      Examples:
        | operation                      |
        | list-invitations               |
        | update-destination             |
        | list-destination-objects       |
        | create-segment                 |
        | update-connector               |
        | create-connector               |
        | publish-connector              |
        | list-topics                    |
        | create-segment-management-link |

    @promise:token-valid
    Scenario Outline: <operation> with a revoked token
      Given the target file has "tokens.revoked"
      And a successful <operation> request
      When I send it again with the token "revoked"
      Then the request is rejected and has no effect
      Examples:
        | operation                      |
        | list-invitations               |
        | update-destination             |
        | list-destination-objects       |
        | create-segment                 |
        | update-connector               |
        | create-connector               |
        | publish-connector              |
        | list-topics                    |
        | create-segment-management-link |

    @promise:token-valid
    Scenario Outline: <operation> with a token that is changed
      Given a successful <operation> request
      When I send it again with its token shortened
      Then the request is rejected and has no effect
      When I send it again with its token lengthened
      Then the request is rejected and has no effect
      When I send it again with its token empty
      Then the request is rejected and has no effect
      When I send it again with its token altered at its start
      Then the request is rejected and has no effect
      When I send it again with its token altered at its end
      Then the request is rejected and has no effect
      Examples:
        | operation                      |
        | list-invitations               |
        | update-destination             |
        | list-destination-objects       |
        | create-segment                 |
        | update-connector               |
        | create-connector               |
        | publish-connector              |
        | list-topics                    |
        | create-segment-management-link |

  Rule: not shown: whether the token may be sent in another way (Authentication)

    Scenario Outline: <operation> with another scheme
      Given a successful <operation> request
      When I send it again with the scheme Basic
      Then the response is allowed by gap "basic-authorization"
      When I send it again with the scheme bearer
      Then the response is allowed by gap "bearer-lower-case"
      Examples:
        | operation                      |
        | list-invitations               |
        | update-destination             |
        | list-destination-objects       |
        | create-segment                 |
        | update-connector               |
        | create-connector               |
        | list-topics                    |
        | create-segment-management-link |
