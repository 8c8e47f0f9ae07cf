Feature: Bodies that will not do

  @gap:request-content-type
  Scenario Outline: <operation> with a body that is sent as text
    Given a request that succeeds: <operation>
    When I send it again as "text/plain"
    Then the answer is lawful for gap "request-content-type"

    @operation:create-segment @writes
    Examples:
      | operation      |
      | create-segment |

    @operation:create-connector @writes
    Examples:
      | operation        |
      | create-connector |

    @operation:update-connector @writes
    Examples:
      | operation        |
      | update-connector |

    @operation:update-destination @writes
    Examples:
      | operation          |
      | update-destination |

    @operation:create-segment-management-link @writes @operation:create-segment
    Examples:
      | operation                      |
      | create-segment-management-link |

  @gap:malformed-body-status
  Scenario Outline: <operation> with a body that is no JSON
    Given a request that succeeds: <operation>
    When I send it again with the body {"half": "a
    Then the answer is lawful for gap "malformed-body-status"

    @operation:create-segment @writes
    Examples:
      | operation      |
      | create-segment |

    @operation:create-connector @writes
    Examples:
      | operation        |
      | create-connector |

    @operation:update-connector @writes
    Examples:
      | operation        |
      | update-connector |

    @operation:update-destination @writes
    Examples:
      | operation          |
      | update-destination |

    @operation:create-segment-management-link @writes @operation:create-segment
    Examples:
      | operation                      |
      | create-segment-management-link |
