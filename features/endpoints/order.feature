Feature: In which order a list stands

  @promise:order-default-desc @operation:list-invitations
  Scenario: no order means the newest invitation first
    Given at least 2 invitations
    When I read the pages of the invitations
    Then the newest record comes first

  @promise:order-desc @operation:list-invitations
  Scenario: desc means the newest invitation first
    Given at least 2 invitations
    When I read the pages of the invitations in order desc
    Then the newest record comes first

  @promise:order-asc @operation:list-invitations
  Scenario: asc means the oldest invitation first
    Given at least 2 invitations
    When I read the pages of the invitations in order asc
    Then the oldest record comes first

  @promise:order-asc @operation:list-destination-objects
  Scenario: asc is known to the list of destination objects, whose order cannot be seen
    Given at least 1 destination objects
    When I list the destination objects with order asc
    Then the answer is a success

  @promise:order-desc @operation:list-destination-objects
  Scenario: desc is known to the list of destination objects, whose order cannot be seen
    Given at least 1 destination objects
    When I list the destination objects with order desc
    Then the answer is a success

  @gap:order-unknown
  Scenario Outline: an order of <list> that is neither asc nor desc
    Given at least 2 <list>
    When I list the <list> with order sideways
    Then the answer is lawful for gap "order-unknown"

    @operation:list-invitations
    Examples:
      | list        |
      | invitations |

    @operation:list-destination-objects
    Examples:
      | list                |
      | destination objects |
