Feature: An access token is required

  Rule: every request needs a valid access token
    "Every endpoint requires the header `Authorization: Bearer <ACCESS_TOKEN>`." (Authentication)

    @promise:token-required
    Scenario Outline: <operation> without a token
      Given a successful <operation> request
      When I send it again without an Authorization header
      Then the request is rejected and has no effect
      And the response is allowed by gap "missing-token-status"
      And the response is allowed by gap "error-body"
      And the response is allowed by gap "error-content-type"
      Examples:
        | operation                      |
        | list-invitations               |
        | update-destination             |
        | list-destination-objects       |
        | create-segment                 |
        | update-connector               |
        | create-connector               |
        | publish-connector              |
        | list-topics                    |
        | create-segment-management-link |

    @promise:token-required
    Scenario Outline: a page of <list> without a token
      Given at least 2 <list>
      When I list the <list> with page 2 and per_page 1 and order asc and without an Authorization header
      Then the request is rejected and has no effect
      Examples:
        | list                |
        | invitations         |
        | destination objects |

    @promise:token-valid
    Scenario Outline: <operation> with a token that does not exist
      Given a successful <operation> request
      When I send it again with a random token
      Then the request is rejected and has no effect
      And the response is allowed by gap "invalid-token-status"
      Examples:
        | operation                      |
        | list-invitations               |
        | update-destination             |
        | list-destination-objects       |
        | create-segment                 |
        | update-connector               |
        | create-connector               |
        | publish-connector              |
        | list-topics                    |
        | create-segment-management-link |

    @promise:token-valid
    Scenario Outline: <operation> with a revoked token
      Given the target file has "tokens.revoked"
      And a successful <operation> request
      When I send it again with the token "revoked"
      Then the request is rejected and has no effect
      Examples:
        | operation                      |
        | list-invitations               |
        | update-destination             |
        | list-destination-objects       |
        | create-segment                 |
        | update-connector               |
        | create-connector               |
        | publish-connector              |
        | list-topics                    |
        | create-segment-management-link |

    @promise:token-valid
    Scenario Outline: <operation> with <token>
      Given a successful <operation> request
      When I send it again with its token <change>
      Then the request is rejected and has no effect
      Examples:
        | operation                      | token                                 | change               |
        | list-invitations               | a token that is cut short             | shortened            |
        | update-destination             | a token that is cut short             | shortened            |
        | list-destination-objects       | a token that is cut short             | shortened            |
        | create-segment                 | a token that is cut short             | shortened            |
        | update-connector               | a token that is cut short             | shortened            |
        | create-connector               | a token that is cut short             | shortened            |
        | publish-connector              | a token that is cut short             | shortened            |
        | list-topics                    | a token that is cut short             | shortened            |
        | create-segment-management-link | a token that is cut short             | shortened            |
        | list-invitations               | an empty token                        | empty                |
        | update-destination             | an empty token                        | empty                |
        | list-destination-objects       | an empty token                        | empty                |
        | create-segment                 | an empty token                        | empty                |
        | update-connector               | an empty token                        | empty                |
        | create-connector               | an empty token                        | empty                |
        | publish-connector              | an empty token                        | empty                |
        | list-topics                    | an empty token                        | empty                |
        | create-segment-management-link | an empty token                        | empty                |
        | list-invitations               | a token with a letter too many        | lengthened           |
        | update-destination             | a token with a letter too many        | lengthened           |
        | list-destination-objects       | a token with a letter too many        | lengthened           |
        | create-segment                 | a token with a letter too many        | lengthened           |
        | update-connector               | a token with a letter too many        | lengthened           |
        | create-connector               | a token with a letter too many        | lengthened           |
        | publish-connector              | a token with a letter too many        | lengthened           |
        | list-topics                    | a token with a letter too many        | lengthened           |
        | create-segment-management-link | a token with a letter too many        | lengthened           |
        | list-invitations               | a token whose first letter is changed | altered at its start |
        | update-destination             | a token whose first letter is changed | altered at its start |
        | list-destination-objects       | a token whose first letter is changed | altered at its start |
        | create-segment                 | a token whose first letter is changed | altered at its start |
        | update-connector               | a token whose first letter is changed | altered at its start |
        | create-connector               | a token whose first letter is changed | altered at its start |
        | publish-connector              | a token whose first letter is changed | altered at its start |
        | list-topics                    | a token whose first letter is changed | altered at its start |
        | create-segment-management-link | a token whose first letter is changed | altered at its start |
        | list-invitations               | a token whose last letter is changed  | altered at its end   |
        | update-destination             | a token whose last letter is changed  | altered at its end   |
        | list-destination-objects       | a token whose last letter is changed  | altered at its end   |
        | create-segment                 | a token whose last letter is changed  | altered at its end   |
        | update-connector               | a token whose last letter is changed  | altered at its end   |
        | create-connector               | a token whose last letter is changed  | altered at its end   |
        | publish-connector              | a token whose last letter is changed  | altered at its end   |
        | list-topics                    | a token whose last letter is changed  | altered at its end   |
        | create-segment-management-link | a token whose last letter is changed  | altered at its end   |

  Rule: not shown: whether the token may be sent in another way (Authentication)

    Scenario Outline: <operation> with <what>
      Given a successful <operation> request
      When I send it again with the scheme <scheme>
      Then the response is allowed by gap "<gap>"
      Examples:
        | operation                      | what                     | scheme | gap                 |
        | list-invitations               | HTTP Basic               | Basic  | basic-authorization |
        | update-destination             | HTTP Basic               | Basic  | basic-authorization |
        | list-destination-objects       | HTTP Basic               | Basic  | basic-authorization |
        | create-segment                 | HTTP Basic               | Basic  | basic-authorization |
        | update-connector               | HTTP Basic               | Basic  | basic-authorization |
        | create-connector               | HTTP Basic               | Basic  | basic-authorization |
        | list-topics                    | HTTP Basic               | Basic  | basic-authorization |
        | create-segment-management-link | HTTP Basic               | Basic  | basic-authorization |
        | list-invitations               | the scheme in lower case | bearer | bearer-lower-case   |
        | update-destination             | the scheme in lower case | bearer | bearer-lower-case   |
        | list-destination-objects       | the scheme in lower case | bearer | bearer-lower-case   |
        | create-segment                 | the scheme in lower case | bearer | bearer-lower-case   |
        | update-connector               | the scheme in lower case | bearer | bearer-lower-case   |
        | create-connector               | the scheme in lower case | bearer | bearer-lower-case   |
        | list-topics                    | the scheme in lower case | bearer | bearer-lower-case   |
        | create-segment-management-link | the scheme in lower case | bearer | bearer-lower-case   |
