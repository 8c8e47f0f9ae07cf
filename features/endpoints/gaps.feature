Feature: Gaps of the parameters of a list: what the document does not show

  Rule: the document does not show the response to an invalid page, per_page or order, or to a page after the last page (List query parameters)

    Scenario Outline: <case> of the <list>
      Given at least <records> of the <list>
      When I list the <list> <query>
      Then the response is allowed by <gaps>
      Examples:
        | case                        | records | list                | query                                 | gaps                                        |
        | a negative page             | 2       | invitations         | with page -1 and per_page 1           | gap "page-negative"                         |
        | a page that is not a number | 2       | invitations         | with page "two" and per_page 1        | gap "page-not-a-number"                     |
        | a fractional page           | 2       | invitations         | with page 1.5 and per_page 1          | gap "page-fraction"                         |
        | two page parameters         | 2       | invitations         | with page 1 and page 2 and per_page 1 | gap "parameter-repeated"                    |
        | a page after the last       | 1       | invitations         | after the last page                   | gap "page-past-end"                         |
        | a per_page of 0             | 26      | invitations         | with per_page 0                       | gaps "per-page-zero" and "parameter-status" |
        | an unknown order            | 2       | invitations         | with order unknown                    | gap "order-unknown"                         |
        | a negative page             | 2       | destination objects | with page -1 and per_page 1           | gap "page-negative"                         |
        | a page that is not a number | 2       | destination objects | with page "two" and per_page 1        | gap "page-not-a-number"                     |
        | a fractional page           | 2       | destination objects | with page 1.5 and per_page 1          | gap "page-fraction"                         |
        | two page parameters         | 2       | destination objects | with page 1 and page 2 and per_page 1 | gap "parameter-repeated"                    |
        | a page after the last       | 1       | destination objects | after the last page                   | gap "page-past-end"                         |
        | a per_page of 0             | 26      | destination objects | with per_page 0                       | gaps "per-page-zero" and "parameter-status" |
        | an unknown order            | 2       | destination objects | with order unknown                    | gap "order-unknown"                         |
