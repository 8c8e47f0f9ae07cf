Feature: The response of each endpoint

  Rule: each endpoint responds as the table of endpoints says
    the column "Response", such as "HTTP 201; `status` = `created`; `data` = Segment management link" (Endpoints), with the members of "Resources and their fields": this is the contract

    @smoke
    Scenario Outline: the response to <case>
      When <request>
      Then the response matches the contract
      Examples:
        | case                                   | request                                   |
        | updating a destination                 | I send a valid update-destination request |
        | listing destination objects            | I list the destination objects            |
        | creating a segment                     | I create a segment                        |
        | updating a connector                   | I send a valid update-connector request   |
        | creating a connector                   | I create a connector                      |
        | listing invitations                    | I list the invitations                    |
        | publishing a connector                 | I publish a connector                     |
        | publishing the target file's connector | I publish the target file's connector     |
        | listing topics                         | I list the topics                         |
        | creating a link                        | I create a link                           |

    Scenario Outline: <case>
      Given <test data>
      When I <request>
      Then the response matches the contract
      Examples:
        | case                        | test data                             | request                                   |
        | a connector without an icon | a successful create-connector request | create a connector without "icon_url"     |
        | every invitation            | at least 1 of the invitations         | read the pages of the invitations         |
        | every destination object    | at least 1 of the destination objects | read the pages of the destination objects |
