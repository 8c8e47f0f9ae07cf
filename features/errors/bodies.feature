Feature: Media types and invalid request bodies

  Rule: the document does not show the media type of a JSON response (Introduction), or the response to a body that is not JSON, or not sent as JSON (Errors)

    Scenario Outline: <operation> with a body that is sent as text, and with one that is not JSON
      Given a successful <operation> request
      Then the response is allowed by gap "content-type"
      When I send it again with the Content-Type "text/plain"
      Then the response is allowed by gap "request-content-type"
      When I send it again with the body {"half": "a
      Then the response is allowed by gap "malformed-body-status"
      Examples:
        | operation                      |
        | create-segment                 |
        | create-connector               |
        | update-connector               |
        | update-destination             |
        | create-segment-management-link |
