Feature: The response of each endpoint

  Rule: an endpoint responds as its row says, with the members of its resource
    the column "Response" (Endpoints), and the tables of "Resources and their fields"

    Scenario Outline: the response to <what>
      When <request>
      Then the response matches the contract
      Examples:
        | what                                          | request                                   |
        | the update of a destination                   | I update the destination                  |
        | a list of destination objects                 | I list the destination objects            |
        | the creation of a segment                     | I create a segment                        |
        | the update of a connector                     | I update the connector                    |
        | the creation of a connector                   | I create a connector                      |
        | a list of invitations                         | I list the invitations                    |
        | the publishing of a connector                 | a connector was published                 |
        | the publishing of the target file's connector | the target file's connector was published |
        | a list of topics                              | I list the topics                         |
        | the creation of a link                        | I create a link                           |
