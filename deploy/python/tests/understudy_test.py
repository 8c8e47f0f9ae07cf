"""The module calls every operation of the control API's document, and starts and ends the fake."""

import ast
import datetime
import json
import os
import pathlib
import re
import subprocess
import sys
import tempfile
import unittest
import urllib.error
import urllib.request
from unittest import mock

import understudy


def setUpModule():
    global fake
    folder = tempfile.TemporaryDirectory()
    unittest.addModuleCleanup(folder.cleanup)
    fake = understudy.start(async_delay="2s", gaps={"per-page-over-max": "refuse"}, args=["--state", os.path.join(folder.name, "state.json")])
    unittest.addModuleCleanup(fake.stop)


called = []
open_request = understudy.Control.open


def recording(self, method, path, *args, **query):
    called.append(f"{method} {path}")
    return open_request(self, method, path, *args, **query)


understudy.Control.open = recording


def send(method, url, token="", body=None):
    data = None if body is None else json.dumps(body).encode()
    headers = {"Authorization": "Bearer " + token, "Content-Type": "application/json"}
    try:
        with understudy._opener.open(urllib.request.Request(url, data, headers, method=method)) as response:
            return response.status, response.read()
    except urllib.error.HTTPError as error:
        with error:
            return error.code, error.read()


def invitations(sandbox, query=""):
    return send("GET", f"{sandbox.url}/api/v1/invitations{query}", sandbox.tokens["personal"])[0]


class Segment:
    def __init__(self, sandbox):
        self.token = sandbox.tokens["workspace"]
        _, text = send("POST", sandbox.url + "/api/v1/sources/4120/filter_segments", self.token, {"name": "Reachable", "dataset_id": 8801, "molecules": []})
        created = json.loads(text)
        self.id, self.url = created["data"]["id"], created["filter_segment_source_url"]

    def complete(self):
        return json.loads(send("GET", self.url, self.token)[1])["status"]


class ClientTest(unittest.TestCase):
    def test_a_sandbox_is_created_found_forked_reset_and_deleted(self):
        with fake.sandbox() as sandbox:
            fork = sandbox.fork(id="fork", gaps={"per-page-over-max": "clamp"})
            self.assertEqual(sorted(s["id"] for s in fake.control.sandboxes()), sorted(["default", "fork", sandbox.id]))
            Segment(fork)
            self.assertEqual((len(fork.journal()), len(sandbox.journal())), (1, 0))
            fork.reset()
            self.assertEqual(fork.journal(), [])
            found = fake.control.find("fork")
            self.assertEqual(found.url, fork.url)
            with self.assertRaisesRegex(LookupError, "give them to find"):
                found.tokens
            fork.delete()
            with self.assertRaises(understudy.ControlError) as raised:
                fake.control.find("fork")
            self.assertEqual(raised.exception.status, 404)

    def test_a_snapshot_is_taken_restored_and_deleted(self):
        with fake.sandbox() as sandbox:
            sandbox.snapshot("before")
            segment = Segment(sandbox)
            sandbox.restore("before")
            with self.assertRaisesRegex(understudy.ControlError, "HTTP 404"):
                sandbox.row("segments", segment.id)
            self.assertEqual([s["name"] for s in sandbox.snapshots()], ["before"])
            fake.control.delete_snapshot("before")
            self.assertEqual(fake.control.snapshots(), [])

    def test_a_clock_stands_still_moves_and_goes_on(self):
        with fake.sandbox(frozen=True) as sandbox:
            segment = Segment(sandbox)
            self.assertFalse(segment.complete())
            sandbox.advance(datetime.timedelta(seconds=2))
            self.assertTrue(segment.complete())
            then = datetime.datetime(2060, 1, 1, tzinfo=datetime.timezone.utc)
            self.assertEqual(sandbox.advance(then)["now"], "2060-01-01T00:00:00Z")
            self.assertTrue(sandbox.clock()["frozen"])
            self.assertFalse(sandbox.resume()["frozen"])
            self.assertTrue(sandbox.freeze()["frozen"])
            with self.assertRaisesRegex(understudy.ControlError, "POST /_understudy/clock/advance: HTTP 4.*a clock never goes back"):
                sandbox.advance(-1)

    def test_variants_are_chosen(self):
        def variant(gaps):
            return next(g["variant"] for g in gaps if g["id"] == "per-page-over-max")

        with fake.sandbox(allow_breaks=True) as sandbox:
            self.assertEqual(variant(sandbox.gaps()), "refuse")
            self.assertEqual(invitations(sandbox, "?per_page=101"), 400)
            self.assertEqual(variant(sandbox.choose({"per-page-over-max": "default"})), "default")
            self.assertEqual(variant(sandbox.choose_only({"link-lifetime": "15m"})), "clamp")
            self.assertEqual(variant(sandbox.reset_gaps()), "refuse")

    def test_segments_are_completed_by_reads_by_request_or_held(self):
        with fake.sandbox() as sandbox:
            sandbox.complete_segments(reads=1)
            self.assertEqual(sandbox.transition(), {"reads": 1})
            by_reads = Segment(sandbox)
            self.assertEqual([by_reads.complete(), by_reads.complete()], [False, True])
            sandbox.complete_segments(held=True)
            held = Segment(sandbox)
            sandbox.complete_segment(held.id)
            self.assertTrue(held.complete())
            sandbox.hold_segment(held.id)
            self.assertFalse(held.complete())

    def test_faults_apply_count_and_go(self):
        with fake.sandbox() as sandbox:
            fault = sandbox.fault(operation="list-invitations", when={"first": 1}, status=503)
            self.assertEqual([invitations(sandbox), invitations(sandbox)], [503, 200])
            self.assertEqual([(f["calls"], f["hits"]) for f in sandbox.faults()], [(2, 1)])
            sandbox.remove_fault(fault["id"])
            sandbox.fault(latency="1ms")
            sandbox.clear_faults()
            self.assertEqual(sandbox.faults(), [])

    def test_the_journal_has_what_the_client_sent(self):
        with fake.sandbox() as sandbox:
            invitations(sandbox)
            stream = sandbox.stream(after=0)
            self.assertEqual(next(stream)["operation"], "list-invitations")
            stream.close()
            [exchange] = sandbox.journal(operation="list-invitations", limit=1)
            self.assertEqual(sandbox.exchange(exchange["seq"])["status"], 200)
            self.assertNotIn(sandbox.tokens["personal"], json.dumps(exchange))
            self.assertEqual(len(sandbox.har()["log"]["entries"]), 1)
            self.assertEqual(sandbox.findings()["exchanges"], 1)
            self.assertEqual(sandbox.clear_journal(), 1)

    def test_rows_are_read_and_changed(self):
        with fake.sandbox() as sandbox:
            self.assertTrue(any(t["name"] == "topics" and t["rows"] > 0 for t in sandbox.tables()))
            self.assertEqual(len(sandbox.rows("invitations", per_page=2)["rows"]), 2)
            topic = sandbox.create_row("topics", source_id=4146, name="order_paid")
            sandbox.patch_row("topics", topic["id"], name="order_sent")
            self.assertEqual(sandbox.row("topics", topic["id"])["name"], "order_sent")
            self.assertEqual(sandbox.put_row("topics", topic["id"], **{**topic, "name": "order_put"})["name"], "order_put")
            sandbox.delete_row("topics", topic["id"])
            self.assertEqual(sandbox.claim_invitation(5310, 31)["claimed_by_id"], 31)
            link = sandbox.create_row("links", segment_id=2301, redirect_uri="https://app.example.com/")
            self.assertEqual(send("GET", link["uri"])[0], 200)
            sandbox.revoke_link(link["id"])
            self.assertGreaterEqual(send("GET", link["uri"])[0], 400)
            reason = "The credentials were rejected."
            self.assertIn(reason, json.dumps(sandbox.fail_test(6101, error=reason)))
            self.assertNotIn(reason, json.dumps(sandbox.pass_test(6101)))

    def test_a_request_that_the_document_does_not_allow_fails_the_test(self):
        with self.assertRaisesRegex(understudy.ContractError, "(?s)the client broke the contract.*per_page"):
            with fake.sandbox() as sandbox:
                invitations(sandbox, "?per_page=many")


class LargeRequestsTest(unittest.TestCase):
    def test_a_large_request_is_checked(self):
        with self.assertRaisesRegex(understudy.ContractError, "create-segment"):
            with fake.sandbox() as sandbox:
                segments = sandbox.url + "/api/v1/sources/4120/filter_segments"
                send("POST", segments, sandbox.tokens["workspace"], {"name": "x" * 100_000, "dataset_id": "none", "molecules": []})

    def test_requests_that_the_journal_lost_get_a_warning(self):
        with understudy.start(args=["--journal", "1"]) as small:
            with self.assertWarnsRegex(UserWarning, "did not check 1 requests"):
                with small.sandbox() as sandbox:
                    invitations(sandbox)
                    invitations(sandbox)


class OperationsTest(unittest.TestCase):
    def test_the_client_has_every_operation_of_the_document(self):
        called.clear()
        for name in unittest.TestLoader().getTestCaseNames(ClientTest):
            getattr(ClientTest(name), name)()
        fake.control.save_state()
        for path in ["/healthz", "/readyz", "/metrics", "/openapi.yaml", "/api.yaml", "/api.json"]:
            fake.control.request("GET", path)
        paths = fake.control.request("GET", "/openapi.json")["paths"]
        operations = [(m.upper(), path) for path, methods in paths.items() for m in methods if m in ("get", "put", "post", "patch", "delete")]
        operations.sort(key=lambda o: o[1].count("{"))  # /state/save before /state/{table}

        def operation_of(call):
            method, path = call.split(" ")
            return next(o for o in operations if o[0] == method and re.fullmatch(re.sub(r"\{\w+\}", "[^/]+", o[1]), path))

        seen = {operation_of(call) for call in called}
        self.assertEqual([o for o in operations if o not in seen], [])


class ProgramTest(unittest.TestCase):
    def gone(self, url):
        """Requests a fake until it does not respond."""
        while True:
            try:
                understudy._opener.open(url + "/_understudy/healthz", timeout=10).close()
            except TimeoutError:
                return False
            except OSError:
                return True

    def test_a_fake_ends_with_its_block(self):
        with understudy.start(preset="small") as other:
            self.assertEqual(invitations(other.default), 200)
        self.assertTrue(self.gone(other.url))
        other.stop()

    def test_a_fake_takes_a_control_token(self):
        with understudy.start(control_token="a-token-for-this-test") as guarded:
            guarded.default.reset()
            with self.assertRaisesRegex(understudy.ControlError, "HTTP 401"):
                understudy.Control(guarded.url).sandboxes()

    def test_a_fake_that_does_not_start_says_why(self):
        with self.assertRaisesRegex(RuntimeError, r'understudy did not start \(exit code 2\): .*"huge"'):
            understudy.start(preset="huge")
        with self.assertRaisesRegex(FileNotFoundError, "^there is no program /no/such/program: install understudy"):
            understudy.start(program="/no/such/program")
        with mock.patch.dict(os.environ, UNDERSTUDY_BINARY="/no/such/other"):
            with self.assertRaisesRegex(FileNotFoundError, "^there is no program /no/such/other: .* set UNDERSTUDY_BINARY"):
                understudy.start()
        with mock.patch.dict(os.environ, UNDERSTUDY_BINARY="", PATH="/no/such/folder"):
            with self.assertRaisesRegex(FileNotFoundError, "^understudy is not on the PATH: install it .* set UNDERSTUDY_BINARY"):
                understudy.start()

    def test_a_fake_ends_with_a_process_that_is_killed(self):
        code = "import time, understudy; print(understudy.start().url, flush=True); time.sleep(600)"
        with subprocess.Popen([sys.executable, "-c", code], stdout=subprocess.PIPE, text=True) as parent:
            url = parent.stdout.readline().strip()
            parent.kill()
        self.assertTrue(self.gone(url))

    def test_the_files_are_python_3_9(self):
        folder = pathlib.Path(understudy.__file__).parent
        for name in ["understudy.py", "pytest_understudy.py"]:
            ast.parse(folder.joinpath(name).read_text(), feature_version=(3, 9))


if __name__ == "__main__":
    unittest.main()
