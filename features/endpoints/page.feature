Feature: Which page of a list is returned

  @promise:page-default-one
  Rule: the default of page is 1
    "`page` starts at 1; 0 is treated as 1; the default is 1." (Limits)

    Scenario Outline: page 1 is the default for the <request>
      Given at least 2 <list>
      When I list the <request>
      Then the response is a success
      And "data" equals page 1
      Examples:
        | list                | request                                           |
        | invitations         | invitations with per_page 1                       |
        | invitations         | invitations with per_page 1 and order asc         |
        | invitations         | invitations                                       |
        | destination objects | destination objects with per_page 1               |
        | destination objects | destination objects with per_page 1 and order asc |
        | destination objects | destination objects                               |

  @promise:page-zero-is-one
  Rule: a page value of 0 is treated as 1
    page: "first page is 1; a value of 0 is treated as 1" (List query parameters)

    Scenario Outline: <query> means page 1 of the <list>
      Given at least 1 <list>
      When I list the <list> with <query>
      Then the response is a success
      And "data" equals page 1
      Examples:
        | list                | query                   |
        | invitations         | page 0 and per_page 1   |
        | invitations         | page 0 and per_page 100 |
        | invitations         | page 0                  |
        | invitations         | page 0 and order asc    |
        | invitations         | page 0 and order desc   |
        | destination objects | page 0 and per_page 1   |
        | destination objects | page 0 and per_page 100 |
        | destination objects | page 0                  |
        | destination objects | page 0 and order asc    |
        | destination objects | page 0 and order desc   |

  @promise:pages-partition-the-list
  Rule: the pages contain each record once
    "query: `page`, `per_page`, `order`" (Endpoints): no sentence says it, it is what pages of a list are

    Scenario Outline: each record of the <list> is on one page
      Given at least 2 <list>
      When I read the pages of the <list> in every order
      Then each record is on exactly one page
      Examples:
        | list                |
        | invitations         |
        | destination objects |

  Rule: not mentioned: the response to an invalid page, and to a page after the last page (List query parameters)

    Scenario Outline: <case> of the <list>
      Given at least <records> <list>
      When I list the <list> <query>
      Then the response is allowed by gap "<gap>"
      Examples:
        | case                        | records | list                | query                                 | gap                |
        | a negative page             | 2       | invitations         | with page -1 and per_page 1           | page-negative      |
        | a page that is not a number | 2       | invitations         | with page "two" and per_page 1        | page-not-a-number  |
        | a fractional page           | 2       | invitations         | with page 1.5 and per_page 1          | page-fraction      |
        | two page parameters         | 2       | invitations         | with page 1 and page 2 and per_page 1 | parameter-repeated |
        | a page after the last       | 1       | invitations         | after the last page                   | page-past-end      |
        | a negative page             | 2       | destination objects | with page -1 and per_page 1           | page-negative      |
        | a page that is not a number | 2       | destination objects | with page "two" and per_page 1        | page-not-a-number  |
        | a fractional page           | 2       | destination objects | with page 1.5 and per_page 1          | page-fraction      |
        | two page parameters         | 2       | destination objects | with page 1 and page 2 and per_page 1 | parameter-repeated |
        | a page after the last       | 1       | destination objects | after the last page                   | page-past-end      |
