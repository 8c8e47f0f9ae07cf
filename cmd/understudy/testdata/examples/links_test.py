"""Tests on a fake: one process for all of them, a new world for each."""

import json
import pathlib
import subprocess
import tempfile
import unittest
import urllib.error
import urllib.request


def setUpModule():
    global control
    folder = tempfile.TemporaryDirectory()
    unittest.addModuleCleanup(folder.cleanup)
    ready = pathlib.Path(folder.name, "ready.json")
    fake = subprocess.Popen(
        ["understudy", "serve", "--addr", "127.0.0.1:0", "--ready-file", ready, "--exit-with-stdin"],
        stdin=subprocess.PIPE, stdout=subprocess.PIPE)
    unittest.addModuleCleanup(fake.communicate)  # closes its stdin, and awaits its end
    fake.stdout.readline()  # its first line comes when the ready file is there
    control = json.loads(ready.read_text())["base_url"] + "/_understudy"


def send(method, url, token="", body=None):
    """Returns the HTTP status and the body."""
    headers = {"Authorization": "Bearer " + token, "Content-Type": "application/json"}
    data = None if body is None else json.dumps(body).encode()
    try:
        with urllib.request.urlopen(urllib.request.Request(url, data, headers, method=method)) as response:
            return response.status, response.read()
    except urllib.error.HTTPError as error:
        return error.code, error.read()


class SegmentsTest(unittest.TestCase):
    def setUp(self):
        status, world = send("POST", control + "/sandboxes")
        self.assertEqual(status, 201, world)
        world = json.loads(world)
        self.id, self.token = world["id"], world["tokens"]["workspace"]
        self.segments = world["base_url"] + "/api/v1/sources/4120/filter_segments"
        self.addCleanup(send, "DELETE", f"{control}/sandboxes/{self.id}")
        self.addCleanup(self.check)  # cleanups run in reverse order: before the sandbox goes
        self.clock("freeze")

    def check(self):
        """Fails the test for each request that the document does not allow."""
        status, findings = send("GET", f"{control}/journal/findings?sandbox={self.id}")
        self.assertEqual(status, 200, findings)
        self.assertEqual(json.loads(findings)["breaks"], [])

    def clock(self, does, body=None):
        status, response = send("POST", f"{control}/clock/{does}?sandbox={self.id}", body=body)
        self.assertEqual(status, 200, response)

    def post(self, url, body):
        status, response = send("POST", url, self.token, body)
        self.assertEqual(status, 201, response)
        return json.loads(response)

    def test_a_link_expires_after_a_day(self):
        link = self.post(self.segments + "/2301/segment_management_links", {"redirect_uri": "https://app.example.com/"})
        self.assertEqual(send("GET", link["data"]["uri"])[0], 200)
        self.clock("advance", {"seconds": 24 * 60 * 60})
        self.assertEqual(send("GET", link["data"]["uri"])[0], 410)

    def test_a_segment_is_complete_after_two_seconds(self):
        segment = self.post(self.segments, {"name": "Reachable", "dataset_id": 8801, "molecules": []})
        complete = lambda: json.loads(send("GET", segment["filter_segment_source_url"], self.token)[1])["status"]
        self.assertFalse(complete())
        self.clock("advance", {"seconds": 2})
        self.assertTrue(complete())


if __name__ == "__main__":
    unittest.main()
