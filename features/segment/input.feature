Feature: What the body of a creation may contain

  Rule: the document does not show which values of name, molecules and dataset_id are accepted (Segment (filter segment)), or an unknown source (Errors)

    Scenario Outline: <case>
      Given a successful create-segment request
      When I create a <segment>
      Then the response is allowed by <gaps>
      Examples:
        | case                          | segment                                                        | gaps                         |
        | an empty name                 | segment whose "name" is ""                                     | gap "segment-name-blank"     |
        | a name that is taken          | second segment with the same name                              | gap "segment-name-taken"     |
        | a name that is a number       | segment whose "name" is 20240501                               | gap "name-not-a-string"      |
        | a dataset that does not exist | segment whose "dataset_id" is 2147480001                       | gap "dataset-unknown"        |
        | an unknown member             | segment whose "colour" is "green"                              | gap "member-unknown"         |
        | no molecule                   | segment whose "molecules" is []                                | gap "molecules-empty"        |
        | a group of molecules          | segment with the molecules group                               | gap "molecule-group"         |
        | an empty attribute            | segment whose molecule has the "attribute" ""                  | gap "attribute-blank"        |
        | an unknown attribute_type     | segment whose molecule has the "attribute_type" "no_such_type" | gap "attribute-type-unknown" |
        | an unknown operator           | segment whose molecule has the "operator" "perhaps"            | gap "operator-unknown"       |
