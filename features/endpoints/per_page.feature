Feature: How many records a page holds

  @promise:per-page-default-25
  Scenario Outline: no per_page means 25 <list>
    Given at least 26 <list>
    When I list the <list>
    Then there are 25 records by default

    @operation:list-invitations
    Examples:
      | list        |
      | invitations |

    @operation:list-destination-objects
    Examples:
      | list                |
      | destination objects |

  @promise:per-page-default-25
  Scenario Outline: no per_page means 25 <list> on a page that is asked for
    Given at least 50 <list>
    When I list the <list> with page 2
    Then there are 25 records by default

    @operation:list-invitations
    Examples:
      | list        |
      | invitations |

    @operation:list-destination-objects
    Examples:
      | list                |
      | destination objects |

  @promise:per-page-honoured
  Scenario Outline: a page of <count> <list>
    Given at least <count> <list>
    When I list the <list> with page 1 and per_page <count>
    Then the answer is a success
    And there are exactly <count> records

    @operation:list-invitations
    Examples:
      | count | list        |
      | 1     | invitations |
      | 7     | invitations |
      | 26    | invitations |
      | 100   | invitations |

    @operation:list-destination-objects
    Examples:
      | count | list                |
      | 1     | destination objects |
      | 7     | destination objects |
      | 26    | destination objects |
      | 100   | destination objects |

  @promise:per-page-honoured
  Scenario Outline: every page of <list> is full but the last
    Given at least 2 <list>
    When I read the pages of the <list>
    Then each page holds as many records as it should

    @operation:list-invitations
    Examples:
      | list        |
      | invitations |

    @operation:list-destination-objects
    Examples:
      | list                |
      | destination objects |

  @gap:per-page-zero
  Scenario Outline: a per_page of 0 <list>
    Given at least 26 <list>
    When I list the <list> with per_page 0
    Then the answer is lawful for gap "per-page-zero"

    @operation:list-invitations
    Examples:
      | list        |
      | invitations |

    @operation:list-destination-objects
    Examples:
      | list                |
      | destination objects |

  @promise:per-page-default-25
  Scenario Outline: no per_page means 25 <list> on a later page
    Given at least 75 <list>
    When I list the <list> with page 3
    Then there are 25 records by default

    @operation:list-invitations
    Examples:
      | list        |
      | invitations |

    @operation:list-destination-objects
    Examples:
      | list                |
      | destination objects |

  @promise:per-page-default-25
  Scenario Outline: no per_page means 25 <list> in order asc
    Given at least 26 <list>
    When I list the <list> with order asc
    Then there are 25 records by default

    @operation:list-invitations
    Examples:
      | list        |
      | invitations |

    @operation:list-destination-objects
    Examples:
      | list                |
      | destination objects |

  @promise:per-page-default-25
  Scenario Outline: no per_page means 25 <list> in order desc
    Given at least 26 <list>
    When I list the <list> with order desc
    Then there are 25 records by default

    @operation:list-invitations
    Examples:
      | list        |
      | invitations |

    @operation:list-destination-objects
    Examples:
      | list                |
      | destination objects |

  @promise:per-page-echoed
  Scenario Outline: a page of 3 <list> says so
    Given at least 3 <list>
    When I list the <list> with page 1 and per_page 3
    Then the answer is a success
    And "pagination.per_page" is 3

    @operation:list-invitations
    Examples:
      | list        |
      | invitations |

    @operation:list-destination-objects
    Examples:
      | list                |
      | destination objects |

  @promise:per-page-default-25
  Scenario Outline: no per_page means the same <list> as per_page 25
    Given at least 2 <list>
    When I list the <list> with page 1
    Then the answer is a success
    And "data" is what per_page 25 holds

    @operation:list-invitations
    Examples:
      | list        |
      | invitations |

    @operation:list-destination-objects
    Examples:
      | list                |
      | destination objects |
