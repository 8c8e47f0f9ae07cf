Feature: Which page of a list is returned

  @promise:page-default-one
  Rule: the default of page is 1
    "`page` starts at 1; 0 is treated as 1; the default is 1." (Limits)

    Scenario Outline: page 1 is the default for the <list>
      Given at least 2 of the <list>
      When I list the <list> without a query, then with per_page 1, then with order asc
      Then each response has the records of page 1
      Examples:
        | list                |
        | invitations         |
        | destination objects |

  @promise:page-zero-is-one
  Rule: a page value of 0 is treated as 1
    page: "first page is 1; a value of 0 is treated as 1" (List query parameters)

    Scenario Outline: page 0 means page 1 of the <list>
      Given at least 1 of the <list>
      When I list the <list> with page 0, then with page 0 and order asc, then with page 0 and per_page 100 and order desc
      Then each response has the records of page 1
      Examples:
        | list                |
        | invitations         |
        | destination objects |

  @promise:pages-partition-the-list @promise:per-page-honoured @promise:order-default-desc
  Rule: the pages contain each record once, every page except the last is full, and no request changes the order that later requests get
    "query: `page`, `per_page`, `order`" (Endpoints): no sentence says this; it follows from the word "page"

    Scenario Outline: each record of the <list> is on one page
      Given at least 2 of the <list>
      When I read the pages of the <list> in every order
      Then each record is on exactly one page
      And each page has the right number of records
      And the default order stays the same
      Examples:
        | list                |
        | invitations         |
        | destination objects |
