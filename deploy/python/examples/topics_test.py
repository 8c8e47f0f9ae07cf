import unittest
import urllib.error
import urllib.request

import understudy


def setUpModule():
    global fake
    fake = understudy.start()
    unittest.addModuleCleanup(fake.stop)


class TopicsTest(unittest.TestCase):
    def test_the_first_try_fails_and_the_second_one_works(self):
        with fake.sandbox() as sandbox:
            sandbox.fault(operation="list-topics", when={"first": 1}, status=503)
            topics = urllib.request.Request(
                sandbox.url + "/api/v1/sources/4146/topics", headers={"Authorization": "Bearer " + sandbox.tokens["workspace"]})
            with self.assertRaisesRegex(urllib.error.HTTPError, "503"):
                urllib.request.urlopen(topics)
            with urllib.request.urlopen(topics) as response:
                self.assertEqual(response.status, 200)


if __name__ == "__main__":
    unittest.main()
