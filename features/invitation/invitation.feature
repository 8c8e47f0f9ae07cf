@operation:list-invitations
Feature: What an invitation is

  @promise:invitation-id @promise:invitation-email @promise:invitation-created-at @promise:invitation-created-by-id
  @promise:invitation-claimed-at @promise:invitation-claimed-by-id @promise:invitation-role
  @promise:invitation-workspace-invitations
  Scenario: the members of every invitation
    Given at least 1 invitations
    When I read the pages of the invitations
    Then what the answer holds is as promised

  @promise:invitation-claim-is-whole
  Scenario: an invitation is claimed at a time and by someone
    Given at least 1 invitations
    When I read the pages of the invitations
    Then each record has both "claimed_at" and "claimed_by_id" or neither

  @gap:timestamp-form
  Scenario: the form of timestamps
    Given at least 1 invitations
    When I list the invitations
    Then the answer is lawful for gap "timestamp-form"

  @gap:invitation-unclaimed
  Scenario: an invitation that is not claimed
    Given at least 1 invitations
    When I list the invitations with per_page 100
    Then the answer is lawful for gap "invitation-unclaimed"

  @gap:invitation-roles
  Scenario: the words for roles
    Given at least 1 invitations
    When I list the invitations with per_page 100
    Then the answer is lawful for gap "invitation-roles"
