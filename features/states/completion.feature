Feature: The completion of segments with each kind of molecules

  @promise:segment-source-completes @promise:segment-source-properties @promise:segment-on-its-source @promise:segment-source-stays-complete @promise:segments-are-created
  Rule: creation completes, whatever the molecules are, and a rejected creation has no effect on those that follow
    "`molecules` may hold Atomic Molecules, Related Segment Molecules, Relationship Molecules, Molecule Groups, and at most one Operation Molecule" (Segment (filter segment)); "asynchronous completion | creation finished | complete (`true`)" (States and transitions)

    Scenario: segments with each kind of molecules, one after the other
      Given segments with each kind of molecules were created
      Then each of them completes in time
      And each of them shows the molecules that were sent
      And each of them shows the source and the dataset that were sent
      And they stay complete after later writes
      And a creation after a rejected one succeeds

  @promise:segment-name-kept
  Rule: a complete source URL shows the name that was sent
    "Creation input: `name` string (required)" (Segment (filter segment)); "the URL then returns every property returned by the segment-retrieval operation of the source" (States and transitions)

    @last
    Scenario: names of many kinds
      When I read segments with names of many kinds, such as emoji and quotes
      Then each text is shown as it was sent
