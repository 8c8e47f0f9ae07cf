Feature: The envelope of a list of topics

  @promise:topics-envelope-agrees
  Rule: the pagination of a list of topics agrees with its records
    "Pagination object (all integers): `total_records`, `per_page`, `prev_page`, `page`, `next_page`, `last_page`." (Response envelopes)

    Scenario: the pagination of a list of topics
      When I list the topics
      Then its pagination agrees with its records
