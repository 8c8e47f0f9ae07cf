Feature: The redirect_uri of a link

  @promise:link-redirect-echoed
  Rule: a redirect_uri is echoed as it was sent
    redirect_uri: "echo of the supplied value" (Segment management link)

    Scenario: every class of redirect_uri
      When I create links with every class of redirect_uri
      Then each text is shown as it was sent
