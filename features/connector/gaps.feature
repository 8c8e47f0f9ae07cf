Feature: What the document does not show of connectors

  Rule: not shown: which members of a connector are required, and which values they may have (Connector, request form)

    Scenario Outline: <what>
      Given a successful create-connector request
      When I create a <connector>
      Then the response is allowed by gap "<gap>"
      Examples:
        | what                                           | connector                                    | gap                            |
        | a connector without a service_name             | connector without "service_name"             | connector-service-name-missing |
        | a connector without a label                    | connector without "label"                    | connector-label-missing        |
        | a connector with an empty label                | connector whose "label" is ""                | connector-label-blank          |
        | a connector without data                       | connector without "data"                     | connector-data-missing         |
        | a connector without a configuration_definition | connector without "configuration_definition" | connector-definition-missing   |
        | an icon_url that is no URL                     | connector whose "icon_url" is "not a URL"    | connector-icon-url             |
        | a service_name that is taken                   | second connector with the same service_name  | connector-service-name-taken   |

    Scenario Outline: a definition <what>
      Given a successful create-connector request
      When I create a connector whose "configuration_definition" is {"key": <definition>}
      Then the response is allowed by gap "<gap>"
      Examples:
        | what               | definition                                   | gap                       |
        | of an unknown type | {"label": "Key", "type": "phlogiston"}       | connector-definition-type |
        | with an empty id   | {"id": "", "label": "Key", "type": "string"} | connector-field-id-blank  |

    Scenario: a service_name in an update
      Given a successful update-connector request
      When I update the connector with another service_name
      Then the response is allowed by gap "connector-service-name-sent-again"

  Rule: not shown: how configuration fields without a value look (Connector (destination type), response form)

    Scenario: how the response to a creation looks
      Given a successful create-connector request
      Then the response is allowed by gap "configuration-field-unused"
      And the response is allowed by gap "configuration-field-texts"
      And the response is allowed by gap "configuration-fields-shown"
      And the response is allowed by gap "content-type"

    Scenario Outline: how the response to <what> looks
      Given <request>
      Then the response is allowed by gap "configuration-field-unused"
      And the response is allowed by gap "configuration-field-texts"
      And the response is allowed by gap "content-type"
      Examples:
        | what         | request                               |
        | an update    | a successful update-connector request |
        | a publishing | a connector was published             |

  Rule: not shown: transitions of connectors (States and transitions)

    Background:
      Given a connector was published

    Scenario: a second publishing
      When I publish it again
      Then the response is allowed by gap "connector-publish-again"
      And the response is allowed by gap "connector-conflict-status"

    Scenario: an update after publishing
      When I update it after publishing
      Then the response is allowed by gap "connector-update-after-publish"
      And the response is allowed by gap "connector-conflict-status"
