Feature: The limit of per_page

  @promise:per-page-at-most-100
  Rule: a page has at most 100 records
    "`per_page` is at most 100; the default is 25." "the response to a `per_page` above 100: not shown." (Limits)

    Scenario Outline: at most 100 <list>, whatever is asked for
      Given at least 101 of the <list>
      When I list the <list> with per_page 101
      Then the response has at most 100 records
      And the response is allowed by gap "per-page-over-max"
      When I list the <list> with per_page 4294967496, then with order asc and per_page 101, then with page 0 and per_page 1000
      And I list the <list> with page 1 and order desc and per_page 200, then with per_page -1, then with per_page many, then with order unknown, then with page -1 and per_page 1
      And I list the <list> after the last page
      Then no response has more than 100 records
      Examples:
        | list                |
        | invitations         |
        | destination objects |
