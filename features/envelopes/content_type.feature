Feature: The Content-Type of answers

  @gap:content-type
  Scenario Outline: the Content-Type of <operation>
    Given a request that succeeds: <operation>
    Then the answer is lawful for gap "content-type"

    @operation:list-invitations
    Examples:
      | operation        |
      | list-invitations |

    @operation:list-destination-objects
    Examples:
      | operation                |
      | list-destination-objects |

    @operation:create-segment @writes
    Examples:
      | operation      |
      | create-segment |
