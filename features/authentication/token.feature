Feature: An access token is required

  Rule: every request needs a valid access token
    "Every endpoint requires the header `Authorization: Bearer <ACCESS_TOKEN>`."; how a request is rejected is open: "the response to a missing or invalid token: not shown." (Authentication)

    @promise:token-required
    Scenario Outline: <operation> without a token after Bearer
      Given a successful <operation> request
      When I send it again with its token in wrong places, such as after Basic or in the query
      And I send it again without an Authorization header
      Then each of these requests is rejected and has no effect
      And the response is allowed by gaps "missing-token-status", "error-body" and "error-content-type"
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

  Rule: Open: whether HTTP Basic, or bearer in lower case, is also accepted (Authentication)

    Scenario Outline: <operation> with HTTP Basic, and with bearer in lower case
      Publishing is left out: a connector is published once in a run.
      Given a successful <operation> request
      When I send it again with the scheme Basic
      Then the response is allowed by gap "basic-authorization"
      When I send it again with the scheme bearer
      Then the response is allowed by gap "bearer-lower-case"
      Examples:
        | endpoint | operation                      |
        | 1        | update-destination             |
        | 2        | list-destination-objects       |
        | 3        | create-segment                 |
        | 4        | update-connector               |
        | 5        | create-connector               |
        | 6        | list-invitations               |
        | 8        | list-topics                    |
        | 9        | create-segment-management-link |
