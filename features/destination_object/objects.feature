Feature: The objects of a destination

  Rule: each destination has its own objects, and an update shows them as their list does
    "Endpoint 2 is read-only; the destination is identified by an integer `destination_id`."; endpoint 1: "`data` = Destination (with `objects`)"; endpoint 2: "`data` = array of Destination object" (Endpoints)

    @promise:objects-of-the-destination
    Scenario: each destination has its own objects
      Given at least 1 of the destination objects
      Then the objects of the empty destination differ from the destination objects

    @promise:objects-of-the-destination
    Scenario: the objects of a destination that does not exist
      Given a successful list-destination-objects request
      When I list the objects of a destination that does not exist
      Then the request is rejected and has no effect
      And the response is allowed by gaps "destination-unknown-status" and "not-found-body"

    @promise:objects-of-the-destination @promise:objects-shown-alike @promise:destination-name-kept
    Scenario: an update shows the objects of the list, as the list does, and the list changes no name
      When I rename the destination
      Then its objects match its list of objects
      And its objects are shown as its list shows them
      And the new name is saved
