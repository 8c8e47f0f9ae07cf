import datetime
import json
import urllib.error
import urllib.request

import pytest


def status(url):
    try:
        with urllib.request.urlopen(url) as response:
            return response.status
    except urllib.error.HTTPError as error:
        return error.code


def create_link(sandbox):
    request = urllib.request.Request(
        sandbox.url + "/api/v1/sources/4120/filter_segments/2301/segment_management_links",
        json.dumps({"redirect_uri": "https://app.example.com/segments"}).encode(),
        {"Authorization": "Bearer " + sandbox.tokens["workspace"], "Content-Type": "application/json"})
    with urllib.request.urlopen(request) as response:
        return json.load(response)["data"]["uri"]


def test_a_link_expires_after_a_day(sandbox):
    link = create_link(sandbox)
    assert status(link) == 200
    sandbox.advance(datetime.timedelta(days=1))
    assert status(link) == 410


@pytest.mark.sandbox(gaps={"link-lifetime": "15m"}, frozen=True)
def test_a_link_may_expire_after_a_quarter_of_an_hour(sandbox):
    link = create_link(sandbox)
    sandbox.advance(15 * 60 - 1)
    assert status(link) == 200
    sandbox.advance(1)
    assert status(link) == 410
