Feature: An invitation

  @promise:invitation-claim-is-whole
  Rule: a claimed invitation shows when and by whom
    claimed_at, claimed_by_id: "set once claimed" (States and transitions)

    Scenario: an invitation is claimed at a time and by someone
      Given at least 1 of the invitations
      When I read the pages of the invitations
      Then each record has both "claimed_at" and "claimed_by_id" or neither

  Rule: the document does not show the form of timestamps, members before the claim, or allowed values of role (Invitation)

    Scenario: how invitations look
      When I list the invitations with page 1 and per_page 100
      Then the response is allowed by gaps "invitation-unclaimed", "invitation-roles", "timestamp-form" and "content-type"
