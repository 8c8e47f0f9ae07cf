Feature: The texts of a destination

  @promise:destination-name-kept
  Rule: a name is shown as it was sent
    "body: `service_connection` object {`name` string, `credentials` object, `type` string}" (Endpoints)

    Scenario: names of every class of text
      When I rename the destination with every class of text
      Then each text is shown as it was sent
      And all of them together are saved
