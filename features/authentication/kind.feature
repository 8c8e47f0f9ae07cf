@last
Feature: Each endpoint needs the right kind of token

  @promise:personal-token-kind
  Rule: the list of invitations takes a personal access token
    "Endpoint 6 (invitations) takes a bearer personal access token, generated on the user settings page." (Authentication)

    Scenario Outline: <whose> token for list-invitations
      Given the target file has different tokens for "<token>" and "personal"
      And a successful list-invitations request
      When I send it again with the token "<token>"
      Then the request is rejected and has no effect
      And the response is allowed by gap "wrong-kind-token-status"
      Examples:
        | whose               | token           |
        | a workspace's       | workspace       |
        | another workspace's | other_workspace |

  Rule: all other endpoints take a token of the current workspace
    "Endpoints 1-5, 7, 8, 9 take a bearer token of the current workspace, retrievable from the workspace settings page." (Authentication)

    @promise:workspace-token-kind
    Scenario Outline: a personal access token for <operation>
      Given the target file has different tokens for "workspace" and "personal"
      And a successful <operation> request
      When I send it again with the token "personal"
      Then the request is rejected and has no effect
      And the response is allowed by gap "wrong-kind-token-status"
      Examples:
        | operation                      |
        | update-destination             |
        | list-destination-objects       |
        | create-segment                 |
        | update-connector               |
        | create-connector               |
        | publish-connector              |
        | list-topics                    |
        | create-segment-management-link |

    @promise:workspace-token-own
    Scenario Outline: another workspace's token for <operation>
      Creating a connector is left out: another workspace may create one of its own.
      Given the target file has different tokens for "workspace" and "other_workspace"
      And a successful <operation> request
      When I send it again with the token "other_workspace"
      Then the request is rejected and has no effect
      And the response is allowed by gap "other-workspace-status"
      Examples:
        | operation                      |
        | update-destination             |
        | list-destination-objects       |
        | create-segment                 |
        | update-connector               |
        | publish-connector              |
        | list-topics                    |
        | create-segment-management-link |
