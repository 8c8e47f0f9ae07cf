Feature: The texts of a connector

  @promise:connector-label-kept
  Rule: a label is shown as it was sent
    endpoint 4: "`status` = `updated`; `data` = Connector" (Endpoints); label is a member of the request (Connector, request form) and of the response (Connector (destination type), response form)

    Scenario: a new connector with labels of every class of text
      When I create connectors with every class of label
      Then each text is shown as it was sent

    Scenario: an updated connector with labels of every class of text
      Given a connector was created
      When I relabel the connector with every class of text
      Then each text is shown as it was sent
      And all of them together are saved

    Scenario: labels that look like values of another type
      Given a connector was created
      When I relabel the connector with words that look like values
      Then each text is shown as it was sent
      And each of these labels is saved
