import json

from conftest import send


def test_a_link_expires_after_a_day(world):
    links = world.base_url + "/api/v1/sources/4120/filter_segments/2301/segment_management_links"
    status, link = send("POST", links, world.token, {"redirect_uri": "https://app.example.com/"})
    assert status == 201, link
    uri = json.loads(link)["data"]["uri"]
    assert send("GET", uri)[0] == 200
    world.clock("advance", {"seconds": 24 * 60 * 60})
    status, _ = send("GET", uri)
    assert status == 410, f"HTTP {status}"
