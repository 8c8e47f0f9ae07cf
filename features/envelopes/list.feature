Feature: The envelope of a list

  Rule: not mentioned: whether a list links to its next page (Response envelopes)

    Scenario Outline: whether a list of <list> links to its next page
      Given at least 2 <list>
      When I list the <list> with page 1 and per_page 1
      Then the response is allowed by gap "next-link"
      Examples:
        | list                |
        | invitations         |
        | destination objects |
