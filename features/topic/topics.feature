@operation:list-topics
Feature: What a topic is

  @promise:topic-id @promise:topic-name @promise:topic-description
  @promise:topic-created-at @promise:topic-updated-at @promise:topic-schema
  Scenario: the members of every topic
    Given at least 1 topics
    When I list the topics
    Then what the answer holds is as promised

  @promise:topics-are-listed @gap:source-unknown-status @gap:not-found-body
  Scenario: the topics of a source that does not exist
    Given a request that succeeds: list-topics
    When I list the topics of a source that does not exist
    Then nothing is given away or done
    And the answer is lawful for gap "source-unknown-status"
    And the answer is lawful for gap "not-found-body"

  @promise:topics-are-listed
  Scenario: each source has its own topics
    Given at least 1 topics
    Then the topics of the empty source are not the topics

  @gap:topics-code @gap:topics-order @gap:timestamp-form @gap:content-type
  Scenario: how a list of topics looks
    When I list the topics
    Then the answer is lawful for gap "topics-code"
    And the answer is lawful for gap "topics-order"
    And the answer is lawful for gap "timestamp-form"
    And the answer is lawful for gap "content-type"

  @gap:topics-paging
  Scenario: topics with a per_page
    Given at least 2 topics
    When I list the topics with per_page 1
    Then the answer is lawful for gap "topics-paging"

  @gap:topics-other-source
  Scenario: the topics of the source that segments are created on
    Given the target file gives "resources.source_id"
    And at least 1 topics
    When I list the topics of the source of segments
    Then the answer is lawful for gap "topics-other-source"
