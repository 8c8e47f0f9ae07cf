Feature: The update of a destination

  @promise:destination-named-by-its-id
  Rule: the destination in the path is updated, and no other
    PATCH "/api/v1/destinations/{destination_id}" (Endpoints)

    Scenario: the destination in the path is updated
      When I rename the destination
      Then the response is about the destination in the path
      And no other destination has the new name

    Scenario: a destination that does not exist
      Given a successful update-destination request
      When I update a destination that does not exist
      Then the response shows no other destination
      And the response is allowed by gap "destination-unknown-status"
      And the response is allowed by gap "not-found-body"

  @promise:destination-name-kept
  Rule: an update sets the name
    "body: `service_connection` object {`name` string, `credentials` object, `type` string}" (Endpoints)

    Scenario: the response shows the new name
      When I rename the destination
      Then the response shows the new name

    Scenario: the new name is saved
      When I rename the destination
      Then the response shows the new name
      And the new name is saved
