Feature: How many records a page has

  @promise:per-page-default-25
  Rule: the default of per_page is 25
    "`per_page` is at most 100; the default is 25." (Limits)

    Scenario Outline: 25 <list> on a page without per_page, in a list of at least <records>
      Given at least <records> of the <list>
      When I list the <list> <queries>
      Then each response has 25 records by default
      Examples:
        | records | list                | queries                                                    |
        | 26      | invitations         | without a query, then with order asc, then with order desc |
        | 50      | invitations         | with page 2                                                |
        | 75      | invitations         | with page 3                                                |
        | 26      | destination objects | without a query, then with order asc, then with order desc |
        | 50      | destination objects | with page 2                                                |
        | 75      | destination objects | with page 3                                                |

    Scenario Outline: the <list> are the same without per_page as with per_page 25
      Given at least 2 of the <list>
      When I list the <list> with page 1, then with order asc, then with order desc
      Then each response has the same records as with per_page 25
      Examples:
        | list                |
        | invitations         |
        | destination objects |

  @promise:per-page-honoured
  Rule: a page has per_page records
    "query: `page`, `per_page`, `order`" (Endpoints): no sentence says this; it follows from the name per_page

    Scenario Outline: a page of <count> <list>
      Given at least <count> of the <list>
      When I list the <list> with page 1 and per_page <count>
      Then the response has exactly <count> records
      Examples:
        | count | list                |
        | 1     | invitations         |
        | 7     | invitations         |
        | 13    | invitations         |
        | 100   | invitations         |
        | 1     | destination objects |
        | 7     | destination objects |
        | 13    | destination objects |
        | 100   | destination objects |
