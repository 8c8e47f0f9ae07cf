Feature: Which page of a list is returned

  @promise:page-default-one
  Rule: the default of page is 1
    page: "first page is 1; a value of 0 is treated as 1" (List query parameters); "the default is 1" (Limits)

    Scenario Outline: <what> means the first of the <pages>
      Given at least 2 <list>
      When I list the <request>
      Then the response is a success
      And "data" equals page 1
      Examples:
        | what                      | pages                            | list                | request                                           |
        | no page                   | invitations                      | invitations         | invitations with per_page 1                       |
        | no page                   | invitations in order asc         | invitations         | invitations with per_page 1 and order asc         |
        | neither page nor per_page | invitations                      | invitations         | invitations                                       |
        | no page                   | destination objects              | destination objects | destination objects with per_page 1               |
        | no page                   | destination objects in order asc | destination objects | destination objects with per_page 1 and order asc |
        | neither page nor per_page | destination objects              | destination objects | destination objects                               |

  @promise:page-zero-is-one
  Rule: a page value of 0 is treated as 1
    page: "first page is 1; a value of 0 is treated as 1" (List query parameters)

    Scenario Outline: <page> means page 1 of the <pages>
      Given at least 1 <list>
      When I list the <list> with <query>
      Then the response is a success
      And "data" equals page 1
      Examples:
        | page          | pages                             | list                | query                   |
        | page 0        | invitations                       | invitations         | page 0 and per_page 1   |
        | page 0 of 100 | invitations                       | invitations         | page 0 and per_page 100 |
        | page 0 alone  | invitations                       | invitations         | page 0                  |
        | page 0        | invitations in order asc          | invitations         | page 0 and order asc    |
        | page 0        | invitations in order desc         | invitations         | page 0 and order desc   |
        | page 0        | destination objects               | destination objects | page 0 and per_page 1   |
        | page 0 of 100 | destination objects               | destination objects | page 0 and per_page 100 |
        | page 0 alone  | destination objects               | destination objects | page 0                  |
        | page 0        | destination objects in order asc  | destination objects | page 0 and order asc    |
        | page 0        | destination objects in order desc | destination objects | page 0 and order desc   |

  @promise:pages-partition-the-list
  Rule: the pages contain each record once
    "query: `page`, `per_page`, `order`" (Endpoints)

    Scenario Outline: the pages contain each of the <pages> once
      Given at least 2 <list>
      When I read the pages of the <pages>
      Then each record is on exactly one page
      Examples:
        | list                | pages                             |
        | invitations         | invitations                       |
        | invitations         | invitations in order asc          |
        | invitations         | invitations in order desc         |
        | destination objects | destination objects               |
        | destination objects | destination objects in order asc  |
        | destination objects | destination objects in order desc |

  Rule: not shown: the response to an invalid page, and to one after the last (List query parameters)

    Scenario Outline: <what> of the <list>
      Given at least <least> <list>
      When I list the <list> <query>
      Then the response is allowed by gap "<gap>"
      Examples:
        | what                              | least | list                | query                                 | gap                |
        | a negative page                   | 2     | invitations         | with page -1 and per_page 1           | page-negative      |
        | a page that is not a number       | 2     | invitations         | with page "two" and per_page 1        | page-not-a-number  |
        | a fractional page                 | 2     | invitations         | with page 1.5 and per_page 1          | page-fraction      |
        | a repeated page                   | 2     | invitations         | with page 1 and page 2 and per_page 1 | parameter-repeated |
        | a page after the last             | 1     | invitations         | after the last page                   | page-past-end      |
        | the code that rejects a parameter | 1     | invitations         | with per_page 0                       | parameter-status   |
        | a negative page                   | 2     | destination objects | with page -1 and per_page 1           | page-negative      |
        | a page that is not a number       | 2     | destination objects | with page "two" and per_page 1        | page-not-a-number  |
        | a fractional page                 | 2     | destination objects | with page 1.5 and per_page 1          | page-fraction      |
        | a repeated page                   | 2     | destination objects | with page 1 and page 2 and per_page 1 | parameter-repeated |
        | a page after the last             | 1     | destination objects | after the last page                   | page-past-end      |
        | the code that rejects a parameter | 1     | destination objects | with per_page 0                       | parameter-status   |
