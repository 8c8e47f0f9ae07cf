Feature: An access token is needed

  @promise:token-required @gap:missing-token-status @gap:error-body
  Scenario Outline: <operation> without a token
    Given a request that succeeds: <operation>
    When I send it again without an Authorization header
    Then nothing is given away or done
    And the answer is lawful for gap "missing-token-status"
    And the answer is lawful for gap "error-body"

    @operation:list-invitations
    Examples:
      | operation        |
      | list-invitations |

    @operation:create-segment @writes
    Examples:
      | operation      |
      | create-segment |

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

    @operation:create-segment @writes
    Examples:
      | operation      |
      | create-segment |

  @promise:token-valid
  Scenario Outline: <operation> with a token that is cut short
    Given a request that succeeds: <operation>
    When I send it again with the token "shortened"
    Then nothing is given away or done

    @operation:list-invitations
    Examples:
      | operation        |
      | list-invitations |

    @operation:create-segment @writes
    Examples:
      | operation      |
      | create-segment |

  @promise:token-valid
  Scenario Outline: <operation> with an empty token
    Given a request that succeeds: <operation>
    When I send it again with the token "empty"
    Then nothing is given away or done

    @operation:list-invitations
    Examples:
      | operation        |
      | list-invitations |

    @operation:create-segment @writes
    Examples:
      | operation      |
      | create-segment |

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

    @operation:create-segment @writes
    Examples:
      | operation      |
      | create-segment |

  @gap:basic-authorization
  Scenario Outline: <operation> with HTTP Basic
    Given a request that succeeds: <operation>
    When I send it again with the scheme Basic
    Then the answer is lawful for gap "basic-authorization"

    @operation:list-invitations
    Examples:
      | operation        |
      | list-invitations |

    @operation:create-segment @writes
    Examples:
      | operation      |
      | create-segment |

  @gap:bearer-lower-case
  Scenario Outline: <operation> with the scheme in lower case
    Given a request that succeeds: <operation>
    When I send it again with the scheme bearer
    Then the answer is lawful for gap "bearer-lower-case"

    @operation:list-invitations
    Examples:
      | operation        |
      | list-invitations |

    @operation:create-segment @writes
    Examples:
      | operation      |
      | create-segment |
