Feature: An access token is needed

  @promise:token-required @gap:missing-token-status @gap:error-body @gap:error-content-type
  Scenario Outline: <operation> without a token
    Given a request that succeeds: <operation>
    When I send it again without an Authorization header
    Then nothing is given away or done
    And the answer is lawful for gap "missing-token-status"
    And the answer is lawful for gap "error-body"
    And the answer is lawful for gap "error-content-type"

    @operation:list-invitations
    Examples:
      | operation        |
      | list-invitations |

    @operation:update-destination @writes
    Examples:
      | operation          |
      | update-destination |

    @operation:list-destination-objects
    Examples:
      | operation                |
      | list-destination-objects |

    @operation:create-segment @writes
    Examples:
      | operation      |
      | create-segment |

    @operation:update-connector @writes
    Examples:
      | operation        |
      | update-connector |

    @operation:create-connector @writes
    Examples:
      | operation        |
      | create-connector |

    @operation:publish-connector @writes
    Examples:
      | operation         |
      | publish-connector |

    @operation:list-topics
    Examples:
      | operation   |
      | list-topics |

    @operation:create-segment-management-link @writes @operation:create-segment
    Examples:
      | operation                      |
      | create-segment-management-link |

  @promise:token-valid @gap:invalid-token-status
  Scenario Outline: <operation> with a token that does not exist
    Given a request that succeeds: <operation>
    When I send it again with an invented token
    Then nothing is given away or done
    And the answer is lawful for gap "invalid-token-status"

    @operation:list-invitations
    Examples:
      | operation        |
      | list-invitations |

    @operation:update-destination @writes
    Examples:
      | operation          |
      | update-destination |

    @operation:list-destination-objects
    Examples:
      | operation                |
      | list-destination-objects |

    @operation:create-segment @writes
    Examples:
      | operation      |
      | create-segment |

    @operation:update-connector @writes
    Examples:
      | operation        |
      | update-connector |

    @operation:create-connector @writes
    Examples:
      | operation        |
      | create-connector |

    @operation:publish-connector @writes
    Examples:
      | operation         |
      | publish-connector |

    @operation:list-topics
    Examples:
      | operation   |
      | list-topics |

    @operation:create-segment-management-link @writes @operation:create-segment
    Examples:
      | operation                      |
      | create-segment-management-link |

  @promise:token-valid
  Scenario Outline: <operation> with a token that is cut short
    Given a request that succeeds: <operation>
    When I send it again with the token "shortened"
    Then nothing is given away or done

    @operation:list-invitations
    Examples:
      | operation        |
      | list-invitations |

    @operation:update-destination @writes
    Examples:
      | operation          |
      | update-destination |

    @operation:list-destination-objects
    Examples:
      | operation                |
      | list-destination-objects |

    @operation:create-segment @writes
    Examples:
      | operation      |
      | create-segment |

    @operation:update-connector @writes
    Examples:
      | operation        |
      | update-connector |

    @operation:create-connector @writes
    Examples:
      | operation        |
      | create-connector |

    @operation:publish-connector @writes
    Examples:
      | operation         |
      | publish-connector |

    @operation:list-topics
    Examples:
      | operation   |
      | list-topics |

    @operation:create-segment-management-link @writes @operation:create-segment
    Examples:
      | operation                      |
      | create-segment-management-link |

  @promise:token-valid
  Scenario Outline: <operation> with an empty token
    Given a request that succeeds: <operation>
    When I send it again with the token "empty"
    Then nothing is given away or done

    @operation:list-invitations
    Examples:
      | operation        |
      | list-invitations |

    @operation:update-destination @writes
    Examples:
      | operation          |
      | update-destination |

    @operation:list-destination-objects
    Examples:
      | operation                |
      | list-destination-objects |

    @operation:create-segment @writes
    Examples:
      | operation      |
      | create-segment |

    @operation:update-connector @writes
    Examples:
      | operation        |
      | update-connector |

    @operation:create-connector @writes
    Examples:
      | operation        |
      | create-connector |

    @operation:publish-connector @writes
    Examples:
      | operation         |
      | publish-connector |

    @operation:list-topics
    Examples:
      | operation   |
      | list-topics |

    @operation:create-segment-management-link @writes @operation:create-segment
    Examples:
      | operation                      |
      | create-segment-management-link |

  @promise:token-valid
  Scenario Outline: <operation> with a revoked token
    Given the target file gives "tokens.revoked"
    And a request that succeeds: <operation>
    When I send it again with the token "revoked"
    Then nothing is given away or done

    @operation:list-invitations
    Examples:
      | operation        |
      | list-invitations |

    @operation:update-destination @writes
    Examples:
      | operation          |
      | update-destination |

    @operation:list-destination-objects
    Examples:
      | operation                |
      | list-destination-objects |

    @operation:create-segment @writes
    Examples:
      | operation      |
      | create-segment |

    @operation:update-connector @writes
    Examples:
      | operation        |
      | update-connector |

    @operation:create-connector @writes
    Examples:
      | operation        |
      | create-connector |

    @operation:publish-connector @writes
    Examples:
      | operation         |
      | publish-connector |

    @operation:list-topics
    Examples:
      | operation   |
      | list-topics |

    @operation:create-segment-management-link @writes @operation:create-segment
    Examples:
      | operation                      |
      | create-segment-management-link |

  @gap:basic-authorization
  Scenario Outline: <operation> with HTTP Basic
    Given a request that succeeds: <operation>
    When I send it again with the scheme Basic
    Then the answer is lawful for gap "basic-authorization"

    @operation:list-invitations
    Examples:
      | operation        |
      | list-invitations |

    @operation:update-destination @writes
    Examples:
      | operation          |
      | update-destination |

    @operation:list-destination-objects
    Examples:
      | operation                |
      | list-destination-objects |

    @operation:create-segment @writes
    Examples:
      | operation      |
      | create-segment |

    @operation:update-connector @writes
    Examples:
      | operation        |
      | update-connector |

    @operation:create-connector @writes
    Examples:
      | operation        |
      | create-connector |

    @operation:list-topics
    Examples:
      | operation   |
      | list-topics |

    @operation:create-segment-management-link @writes @operation:create-segment
    Examples:
      | operation                      |
      | create-segment-management-link |

  @gap:bearer-lower-case
  Scenario Outline: <operation> with the scheme in lower case
    Given a request that succeeds: <operation>
    When I send it again with the scheme bearer
    Then the answer is lawful for gap "bearer-lower-case"

    @operation:list-invitations
    Examples:
      | operation        |
      | list-invitations |

    @operation:update-destination @writes
    Examples:
      | operation          |
      | update-destination |

    @operation:list-destination-objects
    Examples:
      | operation                |
      | list-destination-objects |

    @operation:create-segment @writes
    Examples:
      | operation      |
      | create-segment |

    @operation:update-connector @writes
    Examples:
      | operation        |
      | update-connector |

    @operation:create-connector @writes
    Examples:
      | operation        |
      | create-connector |

    @operation:list-topics
    Examples:
      | operation   |
      | list-topics |

    @operation:create-segment-management-link @writes @operation:create-segment
    Examples:
      | operation                      |
      | create-segment-management-link |

  @promise:token-valid
  Scenario Outline: <operation> with a token with a letter too many
    Given a request that succeeds: <operation>
    When I send it again with the token "lengthened"
    Then nothing is given away or done

    @operation:list-invitations
    Examples:
      | operation        |
      | list-invitations |

    @operation:update-destination @writes
    Examples:
      | operation          |
      | update-destination |

    @operation:list-destination-objects
    Examples:
      | operation                |
      | list-destination-objects |

    @operation:create-segment @writes
    Examples:
      | operation      |
      | create-segment |

    @operation:update-connector @writes
    Examples:
      | operation        |
      | update-connector |

    @operation:create-connector @writes
    Examples:
      | operation        |
      | create-connector |

    @operation:publish-connector @writes
    Examples:
      | operation         |
      | publish-connector |

    @operation:list-topics
    Examples:
      | operation   |
      | list-topics |

    @operation:create-segment-management-link @writes @operation:create-segment
    Examples:
      | operation                      |
      | create-segment-management-link |

  @promise:token-valid
  Scenario Outline: <operation> with a token whose first letter is another
    Given a request that succeeds: <operation>
    When I send it again with the token "altered at its start"
    Then nothing is given away or done

    @operation:list-invitations
    Examples:
      | operation        |
      | list-invitations |

    @operation:update-destination @writes
    Examples:
      | operation          |
      | update-destination |

    @operation:list-destination-objects
    Examples:
      | operation                |
      | list-destination-objects |

    @operation:create-segment @writes
    Examples:
      | operation      |
      | create-segment |

    @operation:update-connector @writes
    Examples:
      | operation        |
      | update-connector |

    @operation:create-connector @writes
    Examples:
      | operation        |
      | create-connector |

    @operation:publish-connector @writes
    Examples:
      | operation         |
      | publish-connector |

    @operation:list-topics
    Examples:
      | operation   |
      | list-topics |

    @operation:create-segment-management-link @writes @operation:create-segment
    Examples:
      | operation                      |
      | create-segment-management-link |

  @promise:token-valid
  Scenario Outline: <operation> with a token whose last letter is another
    Given a request that succeeds: <operation>
    When I send it again with the token "altered at its end"
    Then nothing is given away or done

    @operation:list-invitations
    Examples:
      | operation        |
      | list-invitations |

    @operation:update-destination @writes
    Examples:
      | operation          |
      | update-destination |

    @operation:list-destination-objects
    Examples:
      | operation                |
      | list-destination-objects |

    @operation:create-segment @writes
    Examples:
      | operation      |
      | create-segment |

    @operation:update-connector @writes
    Examples:
      | operation        |
      | update-connector |

    @operation:create-connector @writes
    Examples:
      | operation        |
      | create-connector |

    @operation:publish-connector @writes
    Examples:
      | operation         |
      | publish-connector |

    @operation:list-topics
    Examples:
      | operation   |
      | list-topics |

    @operation:create-segment-management-link @writes @operation:create-segment
    Examples:
      | operation                      |
      | create-segment-management-link |

  @promise:token-required
  Scenario Outline: a page of <list> without a token
    Given at least 2 <list>
    When I list the <list> with page 2 and per_page 1 and order asc and without an Authorization header
    Then nothing is given away or done

    @operation:list-invitations
    Examples:
      | list        |
      | invitations |

    @operation:list-destination-objects
    Examples:
      | list                |
      | destination objects |
