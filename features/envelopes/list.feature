@operation:list-invitations
Feature: The envelope of a list

  @promise:invitations-are-listed @promise:bodies-are-json @promise:list-code @promise:list-status-success @promise:list-data
  @promise:list-pagination @promise:pagination-integers
  Scenario: what a list is made of
    When I list the invitations
    Then what the answer holds is as promised

  @gap:content-type
  Scenario: the Content-Type of a list
    Given a request that succeeds: list-invitations
    Then the answer is lawful for gap "content-type"

  @gap:next-link
  Scenario: whether a list links to its next page
    Given at least 2 invitations
    When I list the invitations with page 1 and per_page 1
    Then the answer is lawful for gap "next-link"
