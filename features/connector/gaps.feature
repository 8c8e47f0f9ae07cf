Feature: What the document does not show about connectors

  Rule: not shown: which members of a connector are required; not mentioned: which values they may have
    "Which of these are required inside `connector`: not shown." (Connector, request form)

    Scenario Outline: <case>
      Given a successful create-connector request
      When I create a <connector>
      Then the response is allowed by gap "<gap>"
      Examples:
        | case                                           | connector                                    | gap                            |
        | a connector without a service_name             | connector without "service_name"             | connector-service-name-missing |
        | a connector without a label                    | connector without "label"                    | connector-label-missing        |
        | a connector with an empty label                | connector whose "label" is ""                | connector-label-blank          |
        | a connector without data                       | connector without "data"                     | connector-data-missing         |
        | a connector without a configuration_definition | connector without "configuration_definition" | connector-definition-missing   |
        | an icon_url that is not a URL                  | connector whose "icon_url" is "not a URL"    | connector-icon-url             |
        | a service_name already in use                  | second connector with the same service_name  | connector-service-name-taken   |

    Scenario Outline: a configuration field <case>
      Given a successful create-connector request
      When I create a connector whose "configuration_definition" is {"key": <definition>}
      Then the response is allowed by gap "<gap>"
      Examples:
        | case               | definition                                   | gap                       |
        | of an unknown type | {"label": "Key", "type": "no_such_type"}     | connector-definition-type |
        | with an empty id   | {"id": "", "label": "Key", "type": "string"} | connector-field-id-blank  |

    Scenario: an update that sends another service_name
      Given a successful update-connector request
      When I update the connector with another service_name
      Then the response is allowed by gap "connector-service-name-sent-again"

  Rule: not mentioned: which configuration fields a response has, and what members without a value contain (Connector (destination type), response form)

    Scenario: the configuration fields after a creation
      Given a successful create-connector request
      Then the response is allowed by gaps "configuration-field-unused", "configuration-field-texts", "configuration-fields-shown" and "content-type"

    Scenario Outline: the configuration fields after <case>
      Given <request>
      Then the response is allowed by gaps "configuration-field-unused", "configuration-field-texts" and "content-type"
      Examples:
        | case         | request                               |
        | an update    | a successful update-connector request |
        | a publishing | a connector was published             |

  Rule: not shown: transitions of connectors
    "Transitions of destinations, links, invitations and connectors: not shown." (States and transitions)

    Background:
      Given a connector was published

    Scenario: publishing a second time
      When I publish it again
      Then the response is allowed by gaps "connector-publish-again" and "connector-conflict-status"

    Scenario: updating after publishing
      When I update it after publishing
      Then the response is allowed by gaps "connector-update-after-publish" and "connector-conflict-status"
