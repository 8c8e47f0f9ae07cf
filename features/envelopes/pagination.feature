Feature: The pagination of a list

  Rule: pagination describes the list and the page
    "Pagination object (all integers): `total_records`, `per_page`, `prev_page`, `page`, `next_page`, `last_page`." (Response envelopes)

    @promise:total-records-counts-all @promise:last-page-holds-the-last @promise:page-echoed @promise:per-page-echoed @promise:next-page-follows @promise:prev-page-precedes
    Scenario Outline: each page of the <pages> reports its place and counts all records
      When I read the pages of the <pages>
      Then total_records counts every record
      And last_page is the last page with records
      And each page reports its own number
      And each page reports its per_page
      And next_page is the next page
      And prev_page is the previous page
      Examples:
        | pages                              |
        | invitations in every order         |
        | destination objects in every order |
        | objects of the empty destination   |

    @promise:total-records-counts-all @last
    Scenario Outline: total_records of the <list> counts the same records during the whole run
      When I list the <list> once more at the end of the run
      Then the <list> did not go back and forth
      Examples:
        | list                |
        | invitations         |
        | destination objects |

  Rule: the document does not show pages before the first, after the last or of an empty list, or whether a list links to its next page (Response envelopes)

    Scenario Outline: whether a page of <list> links to the next one, and the ends of the list
      Given at least 2 of the <list>
      When I list the <list> with page 1 and per_page 1
      Then the response is allowed by gap "next-link"
      When I read the pages of the <list>
      Then the response is allowed by gap "page-ends"
      Examples:
        | list                |
        | invitations         |
        | destination objects |

    @promise:page-echoed
    Scenario Outline: the page and the last page of an empty list: <list>
      Given an empty list of <list>
      When I list the <list> with page 1 and per_page 100
      Then "pagination.page" is 1
      And the response is allowed by gap "empty-list-last-page"
      Examples:
        | list                             |
        | invitations                      |
        | objects of the empty destination |
