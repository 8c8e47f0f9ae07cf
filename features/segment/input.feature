Feature: What the body of a creation may contain

  Rule: not mentioned: which values of name, molecules and dataset_id are accepted (Segment (filter segment))

    Scenario Outline: <case>
      Given a successful create-segment request
      When I create a <segment>
      Then the response is allowed by gap "<gap>"
      Examples:
        | case                          | segment                                                        | gap                    |
        | an empty name                 | segment whose "name" is ""                                     | segment-name-blank     |
        | a name that is taken          | second segment with the same name                              | segment-name-taken     |
        | a name that is a number       | segment whose "name" is 20240501                               | name-not-a-string      |
        | a dataset that does not exist | segment whose "dataset_id" is 2147480001                       | dataset-unknown        |
        | an unknown member             | segment whose "colour" is "green"                              | member-unknown         |
        | no molecule                   | segment whose "molecules" is []                                | molecules-empty        |
        | a group of molecules          | segment with the molecules group                               | molecule-group         |
        | an empty attribute            | segment whose molecule has the "attribute" ""                  | attribute-blank        |
        | an unknown attribute_type     | segment whose molecule has the "attribute_type" "no_such_type" | attribute-type-unknown |
        | an unknown operator           | segment whose molecule has the "operator" "perhaps"            | operator-unknown       |

  Rule: not shown: the response to an id that does not exist (Errors)

    Scenario: a segment on a source that does not exist
      Given a successful create-segment request
      When I create a segment on a source that does not exist
      Then the response is allowed by gaps "source-unknown-status" and "not-found-body"
