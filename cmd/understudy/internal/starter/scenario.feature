# A scenario asks a deployment one question. This one runs as it is: change it
# line by line, and have it checked whenever you like:
#
#   {{.Lint}}
#   {{.Verify}}
#
# The tags say what the scenarios check; they count for all of the file here, for
# one rule or scenario where they stand above it:
#
#   @promise:<id>     what is promised, and reported where it is broken: understudy promises
#   @{{.Tag}}   a word of your own, by which verify --tags finds these scenarios
#
# What the steps say is no tag: the operation, the gap, that the scenario writes.
# verify --tags selects by these too, such as @operation:list-invitations.

@{{.Tag}}
Feature: {{.Name}}

  # Given provides test data: what is missing skips the scenario, with the reason.
  # When sends a request. Then checks the response. The words are those of
  # understudy steps, and no others.

  @promise:per-page-honoured
  Scenario: a page of ten
    Given at least 11 invitations
    When I list the invitations with page 1 and per_page 10
    Then the response is a success
    And the response has exactly 10 records

  # The same scenario with several values is an outline: each example is run,
  # and has its own name.

  @promise:page-echoed
  Scenario Outline: page <page> reports its own number
    Given at least 11 invitations
    When I list the invitations with page <page> and per_page 5
    Then the response is a success
    And "pagination.page" is <page>

    Examples:
      | page |
      | 1    |
      | 2    |
