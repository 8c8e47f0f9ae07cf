@operation:list-invitations
Feature: Which page of a list is answered

  @promise:page-default-one
  Scenario: no page means the first
    Given at least 2 invitations
    When I list the invitations with per_page 1
    Then the answer is a success
    And "pagination.page" is 1
    And "data" is what page 1 holds

  @promise:page-zero-is-one
  Scenario: page 0 means page 1
    Given at least 2 invitations
    When I list the invitations with page 0 and per_page 1
    Then the answer is a success
    And "pagination.page" is 1
    And "data" is what page 1 holds

  @promise:pages-partition-the-list
  Scenario: the pages hold each record once
    Given at least 2 invitations
    When I read the pages of the invitations
    Then each record stands on one page

  @promise:pages-partition-the-list
  Scenario Outline: the pages hold each record once in order <order>
    Given at least 2 invitations
    When I read the pages of the invitations in order <order>
    Then each record stands on one page

    Examples:
      | order |
      | asc   |
      | desc  |

  @gap:page-negative
  Scenario: a negative page
    Given at least 2 invitations
    When I list the invitations with page -1 and per_page 1
    Then the answer is lawful for gap "page-negative"

  @gap:page-not-a-number
  Scenario: a page that is no number
    Given at least 2 invitations
    When I list the invitations with page "two" and per_page 1
    Then the answer is lawful for gap "page-not-a-number"

  @gap:page-fraction
  Scenario: half a page
    Given at least 2 invitations
    When I list the invitations with page 1.5 and per_page 1
    Then the answer is lawful for gap "page-fraction"

  @gap:page-past-end
  Scenario: a page after the last
    Given at least 1 invitations
    When I list the invitations after the last page
    Then the answer is lawful for gap "page-past-end"

  @gap:parameter-repeated
  Scenario: page given twice
    Given at least 2 invitations
    When I list the invitations with page 1 and page 2 and per_page 1
    Then the answer is lawful for gap "parameter-repeated"

  @gap:parameter-status
  Scenario: the code that refuses a parameter
    Given at least 1 invitations
    When I list the invitations with per_page 0
    Then the answer is lawful for gap "parameter-status"
