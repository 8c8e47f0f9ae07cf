Feature: Each operation takes its kind of token

  @operation:list-invitations @promise:personal-token-kind @gap:wrong-kind-token-status
  Scenario: a workspace's token for list-invitations
    Given the tokens "workspace" and "personal" differ
    And a request that succeeds: list-invitations
    When I send it again with the token "workspace"
    Then nothing is given away or done
    And the answer is lawful for gap "wrong-kind-token-status"

  @operation:list-invitations @promise:personal-token-kind
  Scenario: another workspace's token for list-invitations
    Given the target file gives "tokens.other_workspace"
    And the tokens "other_workspace" and "personal" differ
    And a request that succeeds: list-invitations
    When I send it again with the token "other_workspace"
    Then nothing is given away or done

  @promise:workspace-token-kind @gap:wrong-kind-token-status
  Scenario Outline: a personal access token for <operation>
    Given the tokens "workspace" and "personal" differ
    And a request that succeeds: <operation>
    When I send it again with the token "personal"
    Then nothing is given away or done
    And the answer is lawful for gap "wrong-kind-token-status"

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

  @promise:workspace-token-own @gap:other-workspace-status
  Scenario Outline: another workspace's token for <operation>
    Given the target file gives "tokens.other_workspace"
    And the tokens "workspace" and "other_workspace" differ
    And a request that succeeds: <operation>
    When I send it again with the token "other_workspace"
    Then nothing is given away or done
    And the answer is lawful for gap "other-workspace-status"

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
