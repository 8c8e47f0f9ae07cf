Feature: The order of a list

  Rule: a list is in order of creation, the newest first unless asc is asked for
    order: "enum `asc`, `desc`", default "`desc`", "orders by creation time" (List query parameters)

    @promise:order-default-desc
    Scenario: without an order, the newest invitation comes first
      Given at least 2 of the invitations
      When I read the pages of the invitations
      Then the records are sorted newest first

    @promise:order-default-desc @last
    Scenario: without an order, the newest invitation still comes first at the end of the run
      A run makes many requests, and none may change the order.
      Given at least 2 of the invitations
      When I list the invitations once more at the end of the run
      Then its records are sorted newest first

    @promise:order-desc
    Scenario: in order desc, the newest invitation comes first
      Given at least 2 of the invitations
      When I read the pages of the invitations in order desc
      Then the records are sorted newest first

    @promise:order-asc
    Scenario: in order asc, the oldest invitation comes first
      Given at least 2 of the invitations
      When I read the pages of the invitations in order asc
      Then the records are sorted oldest first

    @promise:order-asc
    Scenario: asc is accepted for destination objects, which show no creation time
      Given at least 1 of the destination objects
      When I list the destination objects with order asc
      Then the response is a success

    @promise:order-desc
    Scenario: desc is accepted for destination objects, which show no creation time
      Given at least 1 of the destination objects
      When I list the destination objects with order desc
      Then the response is a success
