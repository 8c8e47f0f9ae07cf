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

    Scenario: a workspace's token for the invitations, with query parameters
      Given the target file has different tokens for "workspace" and "personal"
      And at least 2 of the invitations
      When I list the invitations with page 2 and per_page 1 and order asc and with the token "workspace"
      Then the request is rejected and has no effect

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

    @promise:workspace-token-kind
    Scenario: a personal access token for the destination objects, with query parameters
      Given the target file has different tokens for "workspace" and "personal"
      And at least 2 of the destination objects
      When I list the destination objects with page 2 and per_page 1 and order asc and with the token "personal"
      Then the request is rejected and has no effect

    @promise:workspace-token-own
    Scenario: an update without a name, with another workspace's token
      Given the target file has different tokens for "workspace" and "other_workspace"
      And the target file has "samples.service_connection"
      And a successful update-destination request
      When I update the destination without a name and with the token "other_workspace"
      Then the response shows no resource

    @promise:workspace-token-own
    Scenario: another workspace's token for the destination objects, with query parameters
      Given the target file has different tokens for "workspace" and "other_workspace"
      And at least 2 of the destination objects
      When I list the destination objects with page 2 and per_page 1 and order asc and with the token "other_workspace"
      Then the request is rejected and has no effect
