Feature: What pagination tells of a list

  @promise:total-records-counts-all
  Scenario Outline: total_records counts all <list>
    When I read the pages of the <list>
    Then total_records counts every record

    @operation:list-invitations
    Examples:
      | list        |
      | invitations |

    @operation:list-destination-objects
    Examples:
      | list                             |
      | destination objects              |
      | objects of the empty destination |

  @promise:last-page-holds-the-last
  Scenario Outline: last_page is the last page with <list>
    Given at least 1 <list>
    When I read the pages of the <list>
    Then last_page is the last page with records

    @operation:list-invitations
    Examples:
      | list        |
      | invitations |

    @operation:list-destination-objects
    Examples:
      | list                |
      | destination objects |

  @promise:page-echoed
  Scenario Outline: each page of <list> names itself
    Given at least 1 <list>
    When I read the pages of the <list>
    Then each page names itself

    @operation:list-invitations
    Examples:
      | list        |
      | invitations |

    @operation:list-destination-objects
    Examples:
      | list                |
      | destination objects |

  @promise:per-page-echoed
  Scenario Outline: each page of <list> names its size
    Given at least 2 <list>
    When I read the pages of the <list>
    Then each page names its per_page

    @operation:list-invitations
    Examples:
      | list        |
      | invitations |

    @operation:list-destination-objects
    Examples:
      | list                |
      | destination objects |

  @promise:next-page-follows
  Scenario Outline: next_page leads on through the <list>
    Given at least 2 <list>
    When I read the pages of the <list>
    Then next_page leads to the next page

    @operation:list-invitations
    Examples:
      | list        |
      | invitations |

    @operation:list-destination-objects
    Examples:
      | list                |
      | destination objects |

  @promise:prev-page-precedes
  Scenario Outline: prev_page leads back through the <list>
    Given at least 2 <list>
    When I read the pages of the <list>
    Then prev_page leads to the page before

    @operation:list-invitations
    Examples:
      | list        |
      | invitations |

    @operation:list-destination-objects
    Examples:
      | list                |
      | destination objects |

  @gap:page-ends
  Scenario Outline: what stands at the ends of the <list>
    Given at least 2 <list>
    When I read the pages of the <list>
    Then the answer is lawful for gap "page-ends"

    @operation:list-invitations
    Examples:
      | list        |
      | invitations |

    @operation:list-destination-objects
    Examples:
      | list                |
      | destination objects |

  @gap:empty-list-last-page
  Scenario Outline: the last page of an empty list: <list>
    Given an empty list of <list>
    When I list the <list>
    Then the answer is lawful for gap "empty-list-last-page"

    @operation:list-invitations
    Examples:
      | list        |
      | invitations |

    @operation:list-destination-objects
    Examples:
      | list                             |
      | objects of the empty destination |

  @promise:total-records-counts-all
  Scenario Outline: total_records counts all <list> in order <order>
    Given at least 1 <list>
    When I read the pages of the <list> in order <order>
    Then total_records counts every record

    @operation:list-invitations
    Examples:
      | list        | order |
      | invitations | asc   |
      | invitations | desc  |

    @operation:list-destination-objects
    Examples:
      | list                | order |
      | destination objects | asc   |
      | destination objects | desc  |

  @promise:last-page-holds-the-last
  Scenario Outline: last_page is the last page with <list> in order <order>
    Given at least 1 <list>
    When I read the pages of the <list> in order <order>
    Then last_page is the last page with records

    @operation:list-invitations
    Examples:
      | list        | order |
      | invitations | asc   |
      | invitations | desc  |

    @operation:list-destination-objects
    Examples:
      | list                | order |
      | destination objects | asc   |
      | destination objects | desc  |

  @promise:page-echoed
  Scenario Outline: each page of <list> in order <order> names itself
    Given at least 1 <list>
    When I read the pages of the <list> in order <order>
    Then each page names itself

    @operation:list-invitations
    Examples:
      | list        | order |
      | invitations | asc   |
      | invitations | desc  |

    @operation:list-destination-objects
    Examples:
      | list                | order |
      | destination objects | asc   |
      | destination objects | desc  |

  @promise:per-page-echoed
  Scenario Outline: each page of <list> in order <order> names its size
    Given at least 2 <list>
    When I read the pages of the <list> in order <order>
    Then each page names its per_page

    @operation:list-invitations
    Examples:
      | list        | order |
      | invitations | asc   |
      | invitations | desc  |

    @operation:list-destination-objects
    Examples:
      | list                | order |
      | destination objects | asc   |
      | destination objects | desc  |

  @promise:next-page-follows
  Scenario Outline: next_page leads on through the <list> in order <order>
    Given at least 2 <list>
    When I read the pages of the <list> in order <order>
    Then next_page leads to the next page

    @operation:list-invitations
    Examples:
      | list        | order |
      | invitations | asc   |
      | invitations | desc  |

    @operation:list-destination-objects
    Examples:
      | list                | order |
      | destination objects | asc   |
      | destination objects | desc  |

  @promise:prev-page-precedes
  Scenario Outline: prev_page leads back through the <list> in order <order>
    Given at least 2 <list>
    When I read the pages of the <list> in order <order>
    Then prev_page leads to the page before

    @operation:list-invitations
    Examples:
      | list        | order |
      | invitations | asc   |
      | invitations | desc  |

    @operation:list-destination-objects
    Examples:
      | list                | order |
      | destination objects | asc   |
      | destination objects | desc  |

  @promise:page-echoed @operation:list-destination-objects
  Scenario: an empty list names its page
    Given an empty list of objects of the empty destination
    When I list the objects of the empty destination with page 1 and per_page 10
    Then the answer is a success
    And "pagination.page" is 1

  @promise:per-page-echoed @operation:list-destination-objects
  Scenario: an empty list names its size
    Given an empty list of objects of the empty destination
    When I list the objects of the empty destination with per_page 10
    Then the answer is a success
    And "pagination.per_page" is 10
