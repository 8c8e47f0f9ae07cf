Feature: The Content-Type of responses

  Rule: not mentioned: the media type of a JSON response (Introduction)

    Scenario Outline: the Content-Type of <operation>
      Given a successful <operation> request
      Then the response is allowed by gap "content-type"
      Examples:
        | operation                |
        | list-invitations         |
        | list-destination-objects |
        | create-segment           |
