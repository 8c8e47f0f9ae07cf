Feature: The limit of per_page

  @promise:per-page-at-most-100 @gap:per-page-over-max
  Scenario Outline: a per_page of 101 <list>
    Given at least 101 <list>
    When I list the <list> with per_page 101
    Then there are at most 100 records
    And the answer is lawful for gap "per-page-over-max"

    @operation:list-invitations
    Examples:
      | list        |
      | invitations |

    @operation:list-destination-objects
    Examples:
      | list                |
      | destination objects |

  @promise:per-page-at-most-100
  Scenario Outline: a per_page of <count> <list>, far above the limit
    Given at least 101 <list>
    When I list the <list> with per_page <count>
    Then there are at most 100 records

    @operation:list-invitations
    Examples:
      | count               | list        |
      | 150                 | invitations |
      | 250                 | invitations |
      | 1000                | invitations |
      | 2147483647          | invitations |
      | 4294967496          | invitations |
      | 9223372036854775808 | invitations |

    @operation:list-destination-objects
    Examples:
      | count               | list                |
      | 150                 | destination objects |
      | 250                 | destination objects |
      | 1000                | destination objects |
      | 2147483647          | destination objects |
      | 4294967496          | destination objects |
      | 9223372036854775808 | destination objects |

  @promise:per-page-at-most-100
  Scenario Outline: a per_page far above the limit of <list> in order asc
    Given at least 101 <list>
    When I list the <list> with order asc and per_page 250
    Then there are at most 100 records

    @operation:list-invitations
    Examples:
      | list        |
      | invitations |

    @operation:list-destination-objects
    Examples:
      | list                |
      | destination objects |

  @promise:per-page-at-most-100
  Scenario Outline: a per_page far above the limit of <list> in order desc
    Given at least 101 <list>
    When I list the <list> with order desc and per_page 250
    Then there are at most 100 records

    @operation:list-invitations
    Examples:
      | list        |
      | invitations |

    @operation:list-destination-objects
    Examples:
      | list                |
      | destination objects |

  @promise:per-page-at-most-100
  Scenario Outline: a per_page far above the limit of <list> on page 0
    Given at least 101 <list>
    When I list the <list> with page 0 and per_page 250
    Then there are at most 100 records

    @operation:list-invitations
    Examples:
      | list        |
      | invitations |

    @operation:list-destination-objects
    Examples:
      | list                |
      | destination objects |

  @promise:per-page-at-most-100
  Scenario Outline: a per_page far above the limit of <list> on page 1
    Given at least 101 <list>
    When I list the <list> with page 1 and per_page 250
    Then there are at most 100 records

    @operation:list-invitations
    Examples:
      | list        |
      | invitations |

    @operation:list-destination-objects
    Examples:
      | list                |
      | destination objects |

  @promise:per-page-at-most-100
  Scenario Outline: a per_page far above the limit of <list> on page 2
    Given at least 221 <list>
    When I list the <list> with page 2 and per_page 120
    Then there are at most 100 records

    @operation:list-invitations
    Examples:
      | list        |
      | invitations |

    @operation:list-destination-objects
    Examples:
      | list                |
      | destination objects |

  @promise:per-page-at-most-100
  Scenario Outline: a negative per_page of <list>
    Given at least 101 <list>
    When I list the <list> with per_page -1
    Then there are at most 100 records

    @operation:list-invitations
    Examples:
      | list        |
      | invitations |

    @operation:list-destination-objects
    Examples:
      | list                |
      | destination objects |

  @promise:per-page-at-most-100
  Scenario Outline: a per_page of <list> that is no number
    Given at least 101 <list>
    When I list the <list> with per_page many
    Then there are at most 100 records

    @operation:list-invitations
    Examples:
      | list        |
      | invitations |

    @operation:list-destination-objects
    Examples:
      | list                |
      | destination objects |

  @promise:per-page-at-most-100
  Scenario Outline: <list> in an order that no one has heard of
    Given at least 101 <list>
    When I list the <list> with order sideways
    Then there are at most 100 records

    @operation:list-invitations
    Examples:
      | list        |
      | invitations |

    @operation:list-destination-objects
    Examples:
      | list                |
      | destination objects |

  @promise:per-page-at-most-100
  Scenario Outline: <list> after their last page
    Given at least 101 <list>
    When I list the <list> after the last page
    Then there are at most 100 records

    @operation:list-invitations
    Examples:
      | list        |
      | invitations |

    @operation:list-destination-objects
    Examples:
      | list                |
      | destination objects |

  @promise:per-page-at-most-100
  Scenario Outline: <list> with page <page>, of which the document says nothing
    Given at least 101 <list>
    When I list the <list> with page <page>
    Then there are at most 100 records

    @operation:list-invitations
    Examples:
      | page         | list        |
      | -1           | invitations |
      | two          | invitations |
      | 1 and page 2 | invitations |

    @operation:list-destination-objects
    Examples:
      | page         | list                |
      | -1           | destination objects |
      | two          | destination objects |
      | 1 and page 2 | destination objects |
