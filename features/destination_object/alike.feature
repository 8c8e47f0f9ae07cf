Feature: The objects of an updated destination

  @promise:objects-shown-alike
  Rule: an update and the list show the same objects
    endpoint 1: "`data` = Destination (with `objects`)"; endpoint 2: "`data` = array of Destination object" (Endpoints)

    Scenario: an update shows objects as their list does
      When I update the destination
      Then its objects are shown as its list shows them
