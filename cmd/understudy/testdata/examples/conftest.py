"""Fixtures for pytest: one fake for the whole run, a new world for each test."""

import json
import subprocess
import urllib.error
import urllib.request

import pytest


def send(method, url, token="", body=None):
    """Returns the HTTP status and the body."""
    headers = {"Authorization": "Bearer " + token, "Content-Type": "application/json"}
    data = None if body is None else json.dumps(body).encode()
    try:
        with urllib.request.urlopen(urllib.request.Request(url, data, headers, method=method)) as response:
            return response.status, response.read()
    except urllib.error.HTTPError as error:
        return error.code, error.read()


@pytest.fixture(scope="session")
def control(tmp_path_factory):
    """The URL of the control API of a fake that runs until the last test has ended."""
    ready = tmp_path_factory.mktemp("fake") / "ready.json"
    with subprocess.Popen(
            ["understudy", "serve", "--addr", "127.0.0.1:0", "--ready-file", ready, "--exit-with-stdin"],
            stdin=subprocess.PIPE, stdout=subprocess.PIPE) as fake:
        fake.stdout.readline()  # its first line comes when the ready file is there
        yield json.loads(ready.read_text())["base_url"] + "/_understudy"
        fake.communicate()  # closes its stdin, and waits for its end


class World:
    """A sandbox with a clock that stands still."""

    def __init__(self, control):
        status, made = send("POST", control + "/sandboxes")
        assert status == 201, made
        made = json.loads(made)
        self.control, self.id, self.base_url = control, made["id"], made["base_url"]
        self.token, self.personal_token = made["tokens"]["workspace"], made["tokens"]["personal"]
        self.clock("freeze")

    def clock(self, does, body=None):
        status, response = send("POST", f"{self.control}/clock/{does}?sandbox={self.id}", body=body)
        assert status == 200, response

    def breaks(self):
        """The requests that the document does not allow."""
        status, findings = send("GET", f"{self.control}/journal/findings?sandbox={self.id}")
        assert status == 200, findings
        return json.loads(findings)["breaks"]


@pytest.fixture
def world(control):
    """A new world for each test; it fails a test that sends a request that the document does not allow."""
    new = World(control)
    yield new
    breaks = new.breaks()
    send("DELETE", f"{control}/sandboxes/{new.id}")
    assert breaks == []
