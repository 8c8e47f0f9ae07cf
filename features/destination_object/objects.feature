Feature: The objects of a destination

  Rule: each record of the list is a destination object
    "`data` = array of Destination object" (Endpoints)

    Scenario: the members of every listed object
      Given at least 1 destination objects
      When I read the pages of the destination objects
      Then the response matches the contract

  @promise:objects-of-the-destination
  Rule: each destination has its own objects
    "Endpoint 2 is read-only; the destination is identified by an integer `destination_id`." (Endpoints)

    Scenario: each destination has its own objects
      Given at least 1 destination objects
      Then the objects of the empty destination differ from the destination objects

    Scenario: the objects of a destination that does not exist
      Given a successful list-destination-objects request
      When I list the objects of a destination that does not exist
      Then the request is rejected and has no effect
      And the response is allowed by gaps "destination-unknown-status" and "not-found-body"

    Scenario: the objects of an updated destination are those that it lists
      When I update the destination
      Then its objects match its list of objects
