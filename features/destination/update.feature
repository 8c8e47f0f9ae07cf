Feature: The update of a destination

  Rule: the destination in the path is updated, and no other
    PATCH "/api/v1/destinations/{destination_id}"; "body: `service_connection` object {`name` string, `credentials` object, `type` string}" (Endpoints)

    @promise:destination-named-by-its-id
    Scenario: a destination that does not exist
      Given a successful update-destination request
      When I update a destination that does not exist
      Then the response shows no other destination
      And the response is allowed by gaps "destination-unknown-status" and "not-found-body"

  @promise:destination-name-kept
  Rule: a new name is saved and shown as it was sent, and a rejected update has no effect
    "body: `service_connection` object {`name` string, `credentials` object, `type` string}" (Endpoints)

    @promise:destination-named-by-its-id
    Scenario: each new name of the destination in the path is saved
      When I rename the destination
      Then the response is about the destination in the path
      And the update changed no other destination
      And the response shows the new name
      When I rename the destination to the same name in capitals
      Then the new name is saved
      When I rename the destination to a name of digits
      Then the new name is saved
      When I rename the destination
      Then the new name is saved, and stays
      And the last update, sent again, shows the same name

    Scenario: a rejected update changes nothing, and the next one is saved
      When I send the destination an invalid update with a new name
      Then the rejected name is not saved
      And the next new name is saved

    @last
    Scenario: names of many kinds
      When I rename the destination to names of many kinds, such as other scripts and quotes
      Then each text is shown as it was sent
      And an update with all of these texts together is saved
