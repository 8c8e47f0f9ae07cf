@operation:list-invitations
Feature: How many records a page holds

  @promise:per-page-default-25
  Scenario: no per_page means 25
    Given at least 26 invitations
    When I list the invitations
    Then there are 25 records by default

  @promise:per-page-default-25
  Scenario: no per_page means 25 on a page that is asked for
    Given at least 50 invitations
    When I list the invitations with page 2
    Then there are 25 records by default

  @promise:per-page-honoured
  Scenario Outline: a page of <count>
    Given at least <count> invitations
    When I list the invitations with page 1 and per_page <count>
    Then the answer is a success
    And there are exactly <count> records

    Examples:
      | count |
      | 1     |
      | 26    |
      | 100   |

  @promise:per-page-honoured
  Scenario: every page is full but the last
    Given at least 2 invitations
    When I read the pages of the invitations
    Then each page holds as many records as it should

  @gap:per-page-zero
  Scenario: a per_page of 0
    Given at least 26 invitations
    When I list the invitations with per_page 0
    Then the answer is lawful for gap "per-page-zero"
