Feature: The envelope of a list

  @operation:list-invitations @promise:invitations-are-listed @promise:bodies-are-json @promise:list-code
  @promise:list-status-success @promise:list-data @promise:list-pagination @promise:pagination-integers
  Scenario: what a list of invitations is made of
    When I list the invitations
    Then what the answer holds is as promised

  @operation:list-destination-objects @promise:objects-are-listed @promise:bodies-are-json @promise:list-code
  @promise:list-status-success @promise:list-data @promise:list-pagination @promise:pagination-integers
  Scenario: what a list of destination objects is made of
    When I list the destination objects
    Then what the answer holds is as promised

  @operation:list-topics @promise:topics-are-listed @promise:bodies-are-json
  @promise:list-status-success @promise:list-data @promise:list-pagination @promise:pagination-integers
  Scenario: what a list of topics is made of
    When I list the topics
    Then what the answer holds is as promised

  @gap:next-link
  Scenario Outline: whether a list of <list> links to its next page
    Given at least 2 <list>
    When I list the <list> with page 1 and per_page 1
    Then the answer is lawful for gap "next-link"

    @operation:list-invitations
    Examples:
      | list        |
      | invitations |

    @operation:list-destination-objects
    Examples:
      | list                |
      | destination objects |
