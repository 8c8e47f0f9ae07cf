Feature: The pagination of a list

  Rule: pagination describes the list and the page
    "Pagination object (all integers): `total_records`, `per_page`, `prev_page`, `page`, `next_page`, `last_page`." (Response envelopes)

    @promise:total-records-counts-all
    Scenario Outline: total_records counts all <list>
      When I read the pages of the <list>
      Then total_records counts every record
      Examples:
        | list                             |
        | invitations                      |
        | destination objects              |
        | objects of the empty destination |

    @promise:total-records-counts-all
    Scenario Outline: total_records counts all <pages>
      Given at least 1 <list>
      When I read the pages of the <pages>
      Then total_records counts every record
      Examples:
        | list                | pages                             |
        | invitations         | invitations in order asc          |
        | invitations         | invitations in order desc         |
        | destination objects | destination objects in order asc  |
        | destination objects | destination objects in order desc |

    @promise:last-page-holds-the-last
    Scenario Outline: last_page is the last page with <pages>
      Given at least 1 <list>
      When I read the pages of the <pages>
      Then last_page is the last page with records
      Examples:
        | list                | pages                             |
        | invitations         | invitations                       |
        | invitations         | invitations in order asc          |
        | invitations         | invitations in order desc         |
        | destination objects | destination objects               |
        | destination objects | destination objects in order asc  |
        | destination objects | destination objects in order desc |

    @promise:page-echoed
    Scenario Outline: each page of <pages> reports its own number
      Given at least 1 <list>
      When I read the pages of the <pages>
      Then each page reports its own number
      Examples:
        | list                | pages                             |
        | invitations         | invitations                       |
        | invitations         | invitations in order asc          |
        | invitations         | invitations in order desc         |
        | destination objects | destination objects               |
        | destination objects | destination objects in order asc  |
        | destination objects | destination objects in order desc |

    @promise:page-echoed
    Scenario: an empty list reports its page
      Given an empty list of objects of the empty destination
      When I list the objects of the empty destination with page 1 and per_page 10
      Then the response is a success
      And "pagination.page" is 1

    @promise:per-page-echoed
    Scenario Outline: each page of <pages> reports its per_page
      Given at least 2 <list>
      When I read the pages of the <pages>
      Then each page reports its per_page
      Examples:
        | list                | pages                             |
        | invitations         | invitations                       |
        | invitations         | invitations in order asc          |
        | invitations         | invitations in order desc         |
        | destination objects | destination objects               |
        | destination objects | destination objects in order asc  |
        | destination objects | destination objects in order desc |

    @promise:per-page-echoed
    Scenario Outline: a page of 3 <list> reports its per_page
      Given at least 3 <list>
      When I list the <list> with page 1 and per_page 3
      Then the response is a success
      And "pagination.per_page" is 3
      Examples:
        | list                |
        | invitations         |
        | destination objects |

    @promise:per-page-echoed
    Scenario: an empty list reports its per_page
      Given an empty list of objects of the empty destination
      When I list the objects of the empty destination with per_page 10
      Then the response is a success
      And "pagination.per_page" is 10

    @promise:next-page-follows
    Scenario Outline: next_page is the next page of <pages>
      Given at least 2 <list>
      When I read the pages of the <pages>
      Then next_page is the next page
      Examples:
        | list                | pages                             |
        | invitations         | invitations                       |
        | invitations         | invitations in order asc          |
        | invitations         | invitations in order desc         |
        | destination objects | destination objects               |
        | destination objects | destination objects in order asc  |
        | destination objects | destination objects in order desc |

    @promise:prev-page-precedes
    Scenario Outline: prev_page is the previous page of <pages>
      Given at least 2 <list>
      When I read the pages of the <pages>
      Then prev_page is the previous page
      Examples:
        | list                | pages                             |
        | invitations         | invitations                       |
        | invitations         | invitations in order asc          |
        | invitations         | invitations in order desc         |
        | destination objects | destination objects               |
        | destination objects | destination objects in order asc  |
        | destination objects | destination objects in order desc |

  Rule: not mentioned: the pages before the first, after the last, and of an empty list (Response envelopes)

    Scenario Outline: prev_page and next_page at the ends of the <list>
      Given at least 2 <list>
      When I read the pages of the <list>
      Then the response is allowed by gap "page-ends"
      Examples:
        | list                |
        | invitations         |
        | destination objects |

    Scenario Outline: the last page of an empty list: <list>
      Given an empty list of <list>
      When I list the <list>
      Then the response is allowed by gap "empty-list-last-page"
      Examples:
        | list                             |
        | invitations                      |
        | objects of the empty destination |
