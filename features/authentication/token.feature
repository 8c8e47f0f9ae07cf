Feature: An access token is required

  Rule: every request needs a valid access token
    "Every endpoint requires the header `Authorization: Bearer <ACCESS_TOKEN>`."; how a request is rejected is open: "the response to a missing or invalid token: not shown." (Authentication)

    @promise:token-required
    Scenario Outline: <operation> without a token
      Given a successful <operation> request
      When I send it again without an Authorization header
      Then the request is rejected and has no effect
      And the response is allowed by gap "missing-token-status"
      And the response is allowed by gap "error-body"
      And the response is allowed by gap "error-content-type"
      Examples:
        | endpoint | operation                      |
        | 1        | update-destination             |
        | 2        | list-destination-objects       |
        | 3        | create-segment                 |
        | 4        | update-connector               |
        | 5        | create-connector               |
        | 6        | list-invitations               |
        | 7        | publish-connector              |
        | 8        | list-topics                    |
        | 9        | create-segment-management-link |

    @promise:token-required
    Scenario Outline: query parameters do not replace the token: <list>
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
        | endpoint | operation                      |
        | 1        | update-destination             |
        | 2        | list-destination-objects       |
        | 3        | create-segment                 |
        | 4        | update-connector               |
        | 5        | create-connector               |
        | 6        | list-invitations               |
        | 7        | publish-connector              |
        | 8        | list-topics                    |
        | 9        | create-segment-management-link |

    @promise:token-valid
    Scenario Outline: <operation> with a revoked token
      Given the target file has "tokens.revoked"
      And a successful <operation> request
      When I send it again with the token "revoked"
      Then the request is rejected and has no effect
      Examples:
        | endpoint | operation                      |
        | 1        | update-destination             |
        | 2        | list-destination-objects       |
        | 3        | create-segment                 |
        | 4        | update-connector               |
        | 5        | create-connector               |
        | 6        | list-invitations               |
        | 7        | publish-connector              |
        | 8        | list-topics                    |
        | 9        | create-segment-management-link |

    @promise:token-valid
    Scenario Outline: <operation> with a token that is one character wrong, or empty
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
        | endpoint | operation                      |
        | 1        | update-destination             |
        | 2        | list-destination-objects       |
        | 3        | create-segment                 |
        | 4        | update-connector               |
        | 5        | create-connector               |
        | 6        | list-invitations               |
        | 7        | publish-connector              |
        | 8        | list-topics                    |
        | 9        | create-segment-management-link |

  Rule: not mentioned: whether HTTP Basic, or bearer in lower case, is also accepted (Authentication)

    Scenario Outline: <operation> with <case>
      Publishing is left out: a connector is published once in a run.

      Given a successful <operation> request
      When I send it again with the scheme <scheme>
      Then the response is allowed by gap "<gap>"
      Examples:
        | endpoint | operation                      | case                 | scheme | gap                 |
        | 1        | update-destination             | HTTP Basic           | Basic  | basic-authorization |
        | 2        | list-destination-objects       | HTTP Basic           | Basic  | basic-authorization |
        | 3        | create-segment                 | HTTP Basic           | Basic  | basic-authorization |
        | 4        | update-connector               | HTTP Basic           | Basic  | basic-authorization |
        | 5        | create-connector               | HTTP Basic           | Basic  | basic-authorization |
        | 6        | list-invitations               | HTTP Basic           | Basic  | basic-authorization |
        | 8        | list-topics                    | HTTP Basic           | Basic  | basic-authorization |
        | 9        | create-segment-management-link | HTTP Basic           | Basic  | basic-authorization |
        | 1        | update-destination             | bearer in lower case | bearer | bearer-lower-case   |
        | 2        | list-destination-objects       | bearer in lower case | bearer | bearer-lower-case   |
        | 3        | create-segment                 | bearer in lower case | bearer | bearer-lower-case   |
        | 4        | update-connector               | bearer in lower case | bearer | bearer-lower-case   |
        | 5        | create-connector               | bearer in lower case | bearer | bearer-lower-case   |
        | 6        | list-invitations               | bearer in lower case | bearer | bearer-lower-case   |
        | 8        | list-topics                    | bearer in lower case | bearer | bearer-lower-case   |
        | 9        | create-segment-management-link | bearer in lower case | bearer | bearer-lower-case   |
