Feature: The completion of segments with each kind of molecules

  Background:
    Given segments with each kind of molecules were created

  Rule: creation completes, whatever the molecules are
    "`molecules` may hold Atomic Molecules, Related Segment Molecules, Relationship Molecules, Molecule Groups, and at most one Operation Molecule" (Segment (filter segment)); "asynchronous completion | creation finished | complete (`true`)" (States and transitions)

    @promise:segment-source-completes
    Scenario: each kind of molecules is completed
      Then each of them completes in time

    @promise:segment-source-properties
    Scenario: a complete segment has the molecules that were sent
      Then each of them shows the molecules that were sent

    @promise:segment-on-its-source
    Scenario: each segment is on its source and dataset
      Then each of them shows the source and the dataset that were sent

    @promise:segment-source-stays-complete
    Scenario: later writes leave a complete segment complete
      Then they stay complete after later writes

  Rule: a rejected creation has no effect on those that follow
    POST "/api/v1/sources/{source_id}/filter_segments" (Endpoints)

    @promise:segments-are-created
    Scenario: a creation after a rejected one
      Then a creation after a rejected one succeeds
