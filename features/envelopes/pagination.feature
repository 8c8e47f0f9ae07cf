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
      | list                |
      | destination objects |

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
  Scenario Outline: total_records counts all <list> in order asc
    Given at least 1 <list>
    When I read the pages of the <list> in order asc
    Then total_records counts every record

    @operation:list-invitations
    Examples:
      | list        |
      | invitations |

    @operation:list-destination-objects
    Examples:
      | list                |
      | destination objects |

  @promise:last-page-holds-the-last
  Scenario Outline: last_page is the last page with <list> in order asc
    Given at least 1 <list>
    When I read the pages of the <list> in order asc
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
  Scenario Outline: each page of <list> in order asc names itself
    Given at least 1 <list>
    When I read the pages of the <list> in order asc
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
  Scenario Outline: each page of <list> in order asc names its size
    Given at least 2 <list>
    When I read the pages of the <list> in order asc
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
  Scenario Outline: next_page leads on through the <list> in order asc
    Given at least 2 <list>
    When I read the pages of the <list> in order asc
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
  Scenario Outline: prev_page leads back through the <list> in order asc
    Given at least 2 <list>
    When I read the pages of the <list> in order asc
    Then prev_page leads to the page before

    @operation:list-invitations
    Examples:
      | list        |
      | invitations |

    @operation:list-destination-objects
    Examples:
      | list                |
      | destination objects |
