@operation:list-invitations
Feature: The limit of per_page

  @promise:per-page-at-most-100 @gap:per-page-over-max
  Scenario: a per_page of 101
    Given at least 101 invitations
    When I list the invitations with per_page 101
    Then there are at most 100 records
    And the answer is lawful for gap "per-page-over-max"

  @promise:per-page-at-most-100
  Scenario Outline: a per_page of <count>
    Given at least 101 invitations
    When I list the invitations with per_page <count>
    Then there are at most 100 records

    Examples:
      | count      |
      | 250        |
      | 1000       |
      | 2147483647 |
