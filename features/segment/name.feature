Feature: The name of a segment

  @promise:segment-name-kept
  Rule: a complete segment shows the name that was sent
    "Creation input: `name` string (required)" (Segment (filter segment)); "the URL then returns every property returned by the segment-retrieval operation of the source" (States and transitions)

    Scenario: names of every class of text
      When I read segments with every class of name
      Then each text is shown as it was sent
