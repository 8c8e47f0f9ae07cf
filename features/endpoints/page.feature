Feature: Which page of a list is answered

  @promise:page-default-one
  Scenario Outline: no page means the first of the <list>
    Given at least 2 <list>
    When I list the <list> with per_page 1
    Then the answer is a success
    And "data" is what page 1 holds

    @operation:list-invitations
    Examples:
      | list        |
      | invitations |

    @operation:list-destination-objects
    Examples:
      | list                |
      | destination objects |

  @promise:page-zero-is-one
  Scenario Outline: page 0 means page 1 of the <list>
    Given at least 1 <list>
    When I list the <list> with page 0 and per_page 1
    Then the answer is a success
    And "data" is what page 1 holds

    @operation:list-invitations
    Examples:
      | list        |
      | invitations |

    @operation:list-destination-objects
    Examples:
      | list                |
      | destination objects |

  @promise:pages-partition-the-list
  Scenario Outline: the pages hold each of the <list> once
    Given at least 2 <list>
    When I read the pages of the <list>
    Then each record stands on one page

    @operation:list-invitations
    Examples:
      | list        |
      | invitations |

    @operation:list-destination-objects
    Examples:
      | list                |
      | destination objects |

  @promise:pages-partition-the-list
  Scenario Outline: the pages hold each of the <list> once in order <order>
    Given at least 2 <list>
    When I read the pages of the <list> in order <order>
    Then each record stands on one page

    @operation:list-invitations
    Examples:
      | list        | order |
      | invitations | asc   |

    @operation:list-invitations
    Examples:
      | list        | order |
      | invitations | desc  |

    @operation:list-destination-objects
    Examples:
      | list                | order |
      | destination objects | asc   |

    @operation:list-destination-objects
    Examples:
      | list                | order |
      | destination objects | desc  |

  @gap:page-negative
  Scenario Outline: a negative page of the <list>
    Given at least 2 <list>
    When I list the <list> with page -1 and per_page 1
    Then the answer is lawful for gap "page-negative"

    @operation:list-invitations
    Examples:
      | list        |
      | invitations |

    @operation:list-destination-objects
    Examples:
      | list                |
      | destination objects |

  @gap:page-not-a-number
  Scenario Outline: a page that is no number of the <list>
    Given at least 2 <list>
    When I list the <list> with page "two" and per_page 1
    Then the answer is lawful for gap "page-not-a-number"

    @operation:list-invitations
    Examples:
      | list        |
      | invitations |

    @operation:list-destination-objects
    Examples:
      | list                |
      | destination objects |

  @gap:page-fraction
  Scenario Outline: half a page of the <list>
    Given at least 2 <list>
    When I list the <list> with page 1.5 and per_page 1
    Then the answer is lawful for gap "page-fraction"

    @operation:list-invitations
    Examples:
      | list        |
      | invitations |

    @operation:list-destination-objects
    Examples:
      | list                |
      | destination objects |

  @gap:parameter-repeated
  Scenario Outline: page given twice of the <list>
    Given at least 2 <list>
    When I list the <list> with page 1 and page 2 and per_page 1
    Then the answer is lawful for gap "parameter-repeated"

    @operation:list-invitations
    Examples:
      | list        |
      | invitations |

    @operation:list-destination-objects
    Examples:
      | list                |
      | destination objects |

  @gap:page-past-end
  Scenario Outline: a page after the last of the <list>
    Given at least 1 <list>
    When I list the <list> after the last page
    Then the answer is lawful for gap "page-past-end"

    @operation:list-invitations
    Examples:
      | list        |
      | invitations |

    @operation:list-destination-objects
    Examples:
      | list                |
      | destination objects |

  @gap:parameter-status
  Scenario Outline: the code that refuses a parameter of the <list>
    Given at least 1 <list>
    When I list the <list> with per_page 0
    Then the answer is lawful for gap "parameter-status"

    @operation:list-invitations
    Examples:
      | list        |
      | invitations |

    @operation:list-destination-objects
    Examples:
      | list                |
      | destination objects |

  @promise:page-default-one
  Scenario Outline: no page means the first of the <list> in order asc
    Given at least 2 <list>
    When I list the <list> with per_page 1 and order asc
    Then the answer is a success
    And "data" is what page 1 holds

    @operation:list-invitations
    Examples:
      | list        |
      | invitations |

    @operation:list-destination-objects
    Examples:
      | list                |
      | destination objects |

  @promise:page-zero-is-one
  Scenario Outline: page 0 means page 1 of the <list> in order <order>
    Given at least 1 <list>
    When I list the <list> with page 0 and order <order>
    Then the answer is a success
    And "data" is what page 1 holds

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

  @promise:page-zero-is-one
  Scenario Outline: page 0 of 100 means page 1 of the <list>
    Given at least 1 <list>
    When I list the <list> with page 0 and per_page 100
    Then the answer is a success
    And "data" is what page 1 holds

    @operation:list-invitations
    Examples:
      | list        |
      | invitations |

    @operation:list-destination-objects
    Examples:
      | list                |
      | destination objects |

  @promise:page-zero-is-one
  Scenario Outline: page 0 alone means page 1 of the <list>
    Given at least 1 <list>
    When I list the <list> with page 0
    Then the answer is a success
    And "data" is what page 1 holds

    @operation:list-invitations
    Examples:
      | list        |
      | invitations |

    @operation:list-destination-objects
    Examples:
      | list                |
      | destination objects |

  @promise:page-default-one
  Scenario Outline: neither page nor per_page means the first of the <list>
    Given at least 2 <list>
    When I list the <list>
    Then the answer is a success
    And "data" is what page 1 holds

    @operation:list-invitations
    Examples:
      | list        |
      | invitations |

    @operation:list-destination-objects
    Examples:
      | list                |
      | destination objects |
