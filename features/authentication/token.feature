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
