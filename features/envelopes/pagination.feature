@operation:list-invitations
Feature: What pagination tells of a list

  @promise:total-records-counts-all
  Scenario: total_records counts the whole list
    When I read the pages of the invitations
    Then total_records counts every record

  @promise:last-page-holds-the-last
  Scenario: last_page is the last page with records
    Given at least 1 invitations
    When I read the pages of the invitations
    Then last_page is the last page with records

  @promise:page-echoed
  Scenario: each page names itself
    Given at least 2 invitations
    When I read the pages of the invitations
    Then each page names itself

  @promise:per-page-echoed
  Scenario: each page names its size
    Given at least 2 invitations
    When I read the pages of the invitations
    Then each page names its per_page

  @promise:next-page-follows
  Scenario: next_page leads on
    Given at least 2 invitations
    When I read the pages of the invitations
    Then next_page leads to the next page

  @promise:prev-page-precedes
  Scenario: prev_page leads back
    Given at least 2 invitations
    When I read the pages of the invitations
    Then prev_page leads to the page before

  @gap:page-ends
  Scenario: what stands at the ends of a list
    Given at least 2 invitations
    When I read the pages of the invitations
    Then the answer is lawful for gap "page-ends"

  @gap:empty-list-last-page
  Scenario: the last page of an empty list
    Given an empty list of invitations
    When I list the invitations
    Then the answer is lawful for gap "empty-list-last-page"
