import urllib.error
import urllib.request

import pytest


def test_it_sends_a_query_that_the_document_does_not_have(sandbox):
    headers = {"Authorization": "Bearer " + sandbox.tokens["personal"]}
    with pytest.raises(urllib.error.HTTPError):
        urllib.request.urlopen(urllib.request.Request(sandbox.url + "/api/v1/invitations?per_page=many", headers=headers))
