Feature: The limit of per_page

  @promise:per-page-at-most-100
  Rule: a page has at most 100 records
    "`per_page` is at most 100; the default is 25." "the response to a `per_page` above 100: not shown." (Limits)

    Scenario Outline: a per_page of 101 <list>
      Given at least 101 <list>
      When I list the <list> with per_page 101
      Then there are at most 100 records
      And the response is allowed by gap "per-page-over-max"
      Examples:
        | list                |
        | invitations         |
        | destination objects |

    Scenario Outline: at most 100 <list> <query>
      Given at least <records> <list>
      When I list the <list> <query>
      Then there are at most 100 records
      Examples:
        | records | list                | query                             |
        | 101     | invitations         | with per_page 150                 |
        | 101     | invitations         | with per_page 250                 |
        | 101     | invitations         | with per_page 1000                |
        | 101     | invitations         | with per_page 2147483647          |
        | 101     | invitations         | with per_page 4294967496          |
        | 101     | invitations         | with per_page 9223372036854775808 |
        | 101     | invitations         | with order asc and per_page 250   |
        | 101     | invitations         | with order desc and per_page 250  |
        | 101     | invitations         | with page 0 and per_page 250      |
        | 101     | invitations         | with page 1 and per_page 250      |
        | 221     | invitations         | with page 2 and per_page 120      |
        | 101     | invitations         | with per_page -1                  |
        | 101     | invitations         | with per_page many                |
        | 101     | invitations         | with order sideways               |
        | 101     | invitations         | with page -1                      |
        | 101     | invitations         | with page two                     |
        | 101     | invitations         | with page 1 and page 2            |
        | 101     | invitations         | after the last page               |
        | 101     | destination objects | with per_page 150                 |
        | 101     | destination objects | with per_page 250                 |
        | 101     | destination objects | with per_page 1000                |
        | 101     | destination objects | with per_page 2147483647          |
        | 101     | destination objects | with per_page 4294967496          |
        | 101     | destination objects | with per_page 9223372036854775808 |
        | 101     | destination objects | with order asc and per_page 250   |
        | 101     | destination objects | with order desc and per_page 250  |
        | 101     | destination objects | with page 0 and per_page 250      |
        | 101     | destination objects | with page 1 and per_page 250      |
        | 221     | destination objects | with page 2 and per_page 120      |
        | 101     | destination objects | with per_page -1                  |
        | 101     | destination objects | with per_page many                |
        | 101     | destination objects | with order sideways               |
        | 101     | destination objects | with page -1                      |
        | 101     | destination objects | with page two                     |
        | 101     | destination objects | with page 1 and page 2            |
        | 101     | destination objects | after the last page               |
