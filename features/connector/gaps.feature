Feature: What the document does not show about connectors

  Rule: not shown: which members of a connector are required; not mentioned: which values they may have
    "Which of these are required inside `connector`: not shown." (Connector, request form)

    Scenario Outline: a connector with <fault>
      Given a successful create-connector request
      When I create a <connector>
      Then the response is allowed by gap "<gap>"
      Examples:
        | fault                 | connector                                                                                     | gap                            |
        | no service_name       | connector without "service_name"                                                              | connector-service-name-missing |
        | no label              | connector without "label"                                                                     | connector-label-missing        |
        | an empty label        | connector whose "label" is ""                                                                 | connector-label-blank          |
        | no data               | connector without "data"                                                                      | connector-data-missing         |
        | no definition         | connector without "configuration_definition"                                                  | connector-definition-missing   |
        | an invalid icon_url   | connector whose "icon_url" is "not a URL"                                                     | connector-icon-url             |
        | a taken service_name  | second connector with the same service_name                                                   | connector-service-name-taken   |
        | an unknown field type | connector whose "configuration_definition" is {"key":{"label":"Key","type":"no_such_type"}}   | connector-definition-type      |
        | an empty field id     | connector whose "configuration_definition" is {"key":{"id":"","label":"Key","type":"string"}} | connector-field-id-blank       |

    Scenario: an update that sends another service_name
      Given a successful update-connector request
      When I update the connector with another service_name
      Then the response is allowed by gap "connector-service-name-sent-again"

  Rule: not mentioned: which configuration fields a response has, and what members without a value contain (Connector (destination type), response form)

    Scenario Outline: the configuration fields after <case>
      Given <request>
      Then the response is allowed by <gaps>
      Examples:
        | case         | request                               | gaps                                                                                            |
        | a creation   | a successful create-connector request | gaps "configuration-field-unused", "configuration-field-texts" and "configuration-fields-shown" |
        | an update    | a successful update-connector request | gaps "configuration-field-unused" and "configuration-field-texts"                               |
        | a publishing | a connector was published             | gaps "configuration-field-unused", "configuration-field-texts" and "content-type"               |

  Rule: not shown: transitions of connectors
    "Transitions of destinations, links, invitations and connectors: not shown." (States and transitions)

    Scenario: publishing a second time, and updating after publishing
      Given a connector was published
      When I publish it again
      Then the response is allowed by gaps "connector-publish-again" and "connector-conflict-status"
      When I update it after publishing
      Then the response is allowed by gaps "connector-update-after-publish" and "connector-conflict-status"
