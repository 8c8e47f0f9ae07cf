Feature: Gaps of connectors: what the document does not show

  Rule: the document does not show which members of a connector are required, or which values they may have
    "Which of these are required inside `connector`: not shown." (Connector, request form)

    Scenario Outline: a connector with <fault>
      Given a successful <operation> request
      When I <write>
      Then the response is allowed by gap "<gap>"
      Examples:
        | fault                 | operation        | write                                                                                                  | gap                               |
        | no service_name       | create-connector | create a connector without "service_name"                                                              | connector-service-name-missing    |
        | no label              | create-connector | create a connector without "label"                                                                     | connector-label-missing           |
        | an empty label        | create-connector | create a connector whose "label" is ""                                                                 | connector-label-blank             |
        | no data               | create-connector | create a connector without "data"                                                                      | connector-data-missing            |
        | no definition         | create-connector | create a connector without "configuration_definition"                                                  | connector-definition-missing      |
        | an invalid icon_url   | create-connector | create a connector whose "icon_url" is "not a URL"                                                     | connector-icon-url                |
        | a taken service_name  | create-connector | create a second connector with the same service_name                                                   | connector-service-name-taken      |
        | an unknown field type | create-connector | create a connector whose "configuration_definition" is {"key":{"label":"Key","type":"no_such_type"}}   | connector-definition-type         |
        | an empty field id     | create-connector | create a connector whose "configuration_definition" is {"key":{"id":"","label":"Key","type":"string"}} | connector-field-id-blank          |
        | another service_name  | update-connector | update the connector with another service_name                                                         | connector-service-name-sent-again |

  Rule: the document does not show which configuration fields a response has, or what members without a value contain (Connector (destination type), response form)

    Scenario Outline: the configuration fields in the response to <case>
      Given <request>
      Then the response is allowed by <gaps>
      Examples:
        | case                   | request                               | gaps                                                                                            |
        | creating a connector   | a successful create-connector request | gaps "configuration-field-unused", "configuration-field-texts" and "configuration-fields-shown" |
        | updating a connector   | a successful update-connector request | gaps "configuration-field-unused" and "configuration-field-texts"                               |
        | publishing a connector | a connector was published             | gaps "configuration-field-unused", "configuration-field-texts" and "content-type"               |

  Rule: the document does not show transitions of connectors
    "Transitions of destinations, links, invitations and connectors: not shown." (States and transitions)

    Scenario: publishing a second time, and updating after publishing
      Given a connector was published
      When I publish it again
      Then the response is allowed by gaps "connector-publish-again" and "connector-conflict-status"
      When I update it after publishing
      Then the response is allowed by gaps "connector-update-after-publish" and "connector-conflict-status"
