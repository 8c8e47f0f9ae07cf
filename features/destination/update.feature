Feature: The update of a destination

  Rule: the destination in the path is updated, and no other
    PATCH "/api/v1/destinations/{destination_id}"; "body: `service_connection` object {`name` string, `credentials` object, `type` string}" (Endpoints)

    @promise:destination-named-by-its-id @promise:destination-name-kept
    Scenario: the destination in the path is renamed
      When I rename the destination
      Then the response is about the destination in the path
      And no other destination has the new name
      And the response shows the new name

    @promise:destination-name-kept
    Scenario: each new name is saved
      When I rename the destination
      Then the new name is saved
      When I rename the destination
      Then the new name is saved
      When I rename the destination
      Then the new name is saved

    @promise:destination-named-by-its-id
    Scenario: a destination that does not exist
      Given a successful update-destination request
      When I update a destination that does not exist
      Then the response shows no other destination
      And the response is allowed by gaps "destination-unknown-status" and "not-found-body"
