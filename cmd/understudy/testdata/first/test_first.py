import json
import os
import unittest
from urllib.request import Request, urlopen

BASE = os.environ.get("FAKE_URL", "http://127.0.0.1:8080")


class FirstTest(unittest.TestCase):
    def test_the_newest_invitation_is_listed(self):
        request = Request(BASE + "/api/v1/invitations?per_page=1")
        request.add_header("Authorization", "Bearer personal-token:EXAMPLEines0000000000031")
        with urlopen(request) as response:  # raises an error for HTTP 400 and above
            self.assertEqual(len(json.load(response)["data"]), 1)
