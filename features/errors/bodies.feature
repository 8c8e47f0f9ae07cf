Feature: Invalid request bodies

  Rule: not shown: the response to a body that is not JSON, or not sent as JSON (Errors)

    Scenario Outline: <operation> with a body that is <case>
      Given a successful <operation> request
      When I send it again with the <fault>
      Then the response is allowed by gap "<gap>"
      Examples:
        | operation                      | case         | fault                     | gap                   |
        | create-segment                 | sent as text | Content-Type "text/plain" | request-content-type  |
        | create-connector               | sent as text | Content-Type "text/plain" | request-content-type  |
        | update-connector               | sent as text | Content-Type "text/plain" | request-content-type  |
        | update-destination             | sent as text | Content-Type "text/plain" | request-content-type  |
        | create-segment-management-link | sent as text | Content-Type "text/plain" | request-content-type  |
        | create-segment                 | not JSON     | body {"half": "a          | malformed-body-status |
        | create-connector               | not JSON     | body {"half": "a          | malformed-body-status |
        | update-connector               | not JSON     | body {"half": "a          | malformed-body-status |
        | update-destination             | not JSON     | body {"half": "a          | malformed-body-status |
        | create-segment-management-link | not JSON     | body {"half": "a          | malformed-body-status |
