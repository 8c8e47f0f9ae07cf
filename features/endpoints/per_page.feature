Feature: How many records a page has

  @promise:per-page-default-25
  Rule: the default of per_page is 25
    "`per_page` is at most 100; the default is 25." (Limits)

    Scenario Outline: no per_page means 25 <pages>
      Given at least <records> <list>
      When I list the <request>
      Then there are 25 records by default
      Examples:
        | pages                             | records | list                | request                             |
        | invitations                       | 26      | invitations         | invitations                         |
        | invitations on page 2             | 50      | invitations         | invitations with page 2             |
        | invitations on page 3             | 75      | invitations         | invitations with page 3             |
        | invitations in order asc          | 26      | invitations         | invitations with order asc          |
        | invitations in order desc         | 26      | invitations         | invitations with order desc         |
        | destination objects               | 26      | destination objects | destination objects                 |
        | destination objects on page 2     | 50      | destination objects | destination objects with page 2     |
        | destination objects on page 3     | 75      | destination objects | destination objects with page 3     |
        | destination objects in order asc  | 26      | destination objects | destination objects with order asc  |
        | destination objects in order desc | 26      | destination objects | destination objects with order desc |

    Scenario Outline: no per_page means the same <list> as per_page 25
      Given at least 2 <list>
      When I list the <list> with page 1
      Then the response is a success
      And "data" equals the response to per_page 25
      Examples:
        | list                |
        | invitations         |
        | destination objects |

  @promise:per-page-honoured
  Rule: each page has per_page records, the last page the rest
    "query: `page`, `per_page`, `order`" (Endpoints): no sentence says it, it is what per_page means

    Scenario Outline: a page of <count> <list>
      Given at least <count> <list>
      When I list the <list> with page 1 and per_page <count>
      Then the response is a success
      And there are exactly <count> records
      Examples:
        | count | list                |
        | 1     | invitations         |
        | 7     | invitations         |
        | 26    | invitations         |
        | 100   | invitations         |
        | 1     | destination objects |
        | 7     | destination objects |
        | 26    | destination objects |
        | 100   | destination objects |

    Scenario Outline: every page of the <list> except the last is full
      Given at least 2 <list>
      When I read the pages of the <list> in every order
      Then each page has the right number of records
      Examples:
        | list                |
        | invitations         |
        | destination objects |

  Rule: not mentioned: the response to a per_page of 0 (List query parameters)

    Scenario Outline: per_page 0 for the <list>
      Given at least 26 <list>
      When I list the <list> with per_page 0
      Then the response is allowed by gaps "per-page-zero" and "parameter-status"
      Examples:
        | list                |
        | invitations         |
        | destination objects |
