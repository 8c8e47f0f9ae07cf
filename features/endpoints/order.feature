@operation:list-invitations
Feature: In which order a list stands

  @promise:order-default-desc
  Scenario: no order means the newest first
    Given at least 2 invitations
    When I read the pages of the invitations
    Then the newest record comes first

  @promise:order-desc
  Scenario: desc means the newest first
    Given at least 2 invitations
    When I read the pages of the invitations in order desc
    Then the newest record comes first

  @promise:order-asc
  Scenario: asc means the oldest first
    Given at least 2 invitations
    When I read the pages of the invitations in order asc
    Then the oldest record comes first

  @gap:order-unknown
  Scenario: an order that is neither asc nor desc
    Given at least 2 invitations
    When I list the invitations with order sideways
    Then the answer is lawful for gap "order-unknown"
