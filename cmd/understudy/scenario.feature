# A scenario asks a deployment one question. This one runs as it is: change it
# line by line, and have it checked whenever you like:
#
#   {{.Lint}}
#   {{.Verify}}
#
# The tags tell what the scenarios are about; they count for all of the file
# here, for one scenario where they stand above it:
#
#   @operation:<id>   the operation that is asked
#   @promise:<id>     what has to hold, and is blamed where it does not: understudy promises
#   @gap:<id>         what the document leaves open, and is only told: understudy gaps
#   @writes           the scenario changes something; verify --read-only leaves it out
#   @{{.Tag}}   a word of your own, by which verify --tags finds these scenarios

@{{.Tag}} @operation:list-invitations
Feature: {{.Name}}

  # Given takes ground: what is missing skips the scenario, with the reason.
  # When sends a request. Then judges the answer. The words are those of
  # understudy steps, and no others.

  @promise:per-page-honoured
  Scenario: a page of ten
    Given at least 11 invitations
    When I list the invitations with page 1 and per_page 10
    Then the answer is a success
    And there are exactly 10 records

  # The same scenario with several values is an outline: each example is run,
  # and has a name of its own.

  @promise:page-echoed
  Scenario Outline: page <page> names itself
    Given at least 11 invitations
    When I list the invitations with page <page> and per_page 5
    Then the answer is a success
    And "pagination.page" is <page>

    Examples:
      | page |
      | 1    |
      | 2    |
