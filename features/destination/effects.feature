Feature: What an update of a destination leaves as it is

  @promise:destination-named-by-its-id
  Rule: the destination in the path is updated, and no other
    PATCH "/api/v1/destinations/{destination_id}" (Endpoints)

    Scenario: another destination stays as it was
      Given another destination can be retrieved
      When I rename the destination
      Then the other destination is as it was

  @promise:destination-name-kept
  Rule: a rejected update has no effect
    "body: `service_connection` object {`name` string, `credentials` object, `type` string}" (Endpoints)

    Scenario: a rejected update changes nothing, and the next one is saved
      When I update the destination with a new name and something invalid
      Then the rejected name is not saved
      And the next new name is saved
