Feature: Each operation takes its kind of token

  @operation:list-invitations @promise:personal-token-kind @gap:wrong-kind-token-status
  Scenario: a workspace's token for the invitations
    Given the tokens "workspace" and "personal" differ
    And a request that succeeds: list-invitations
    When I send it again with the token "workspace"
    Then nothing is given away or done
    And the answer is lawful for gap "wrong-kind-token-status"

  @operation:create-segment @writes @promise:workspace-token-kind @gap:wrong-kind-token-status
  Scenario: a personal access token for a segment
    Given the tokens "workspace" and "personal" differ
    And a request that succeeds: create-segment
    When I send it again with the token "personal"
    Then nothing is given away or done
    And the answer is lawful for gap "wrong-kind-token-status"

  @operation:create-segment @writes @promise:workspace-token-own @gap:other-workspace-status
  Scenario: another workspace's token for a segment
    Given the target file gives "tokens.other_workspace"
    And the tokens "workspace" and "other_workspace" differ
    And a request that succeeds: create-segment
    When I send it again with the token "other_workspace"
    Then nothing is given away or done
    And the answer is lawful for gap "other-workspace-status"
