"""Runs the fake of understudy for tests, and calls its control API.

One file without dependencies, for Python 3.9 and later: copy it beside your tests.

    import understudy

    with understudy.start() as fake, fake.sandbox() as sandbox:
        ...  # your client sends requests to sandbox.url with sandbox.tokens["workspace"]
        sandbox.advance(24 * 60 * 60)

The program is that of the argument program, of the environment variable
UNDERSTUDY_BINARY, or else understudy on the PATH. pytest_understudy.py has fixtures.
"""

from __future__ import annotations

import contextlib
import datetime
import json
import os
import pathlib
import shutil
import subprocess
import tempfile
import urllib.error
import urllib.parse
import urllib.request
import warnings
from typing import Any, Iterator, Mapping, Optional, Sequence, Union

__all__ = ["Control", "ControlError", "ContractError", "Sandbox", "Understudy", "start"]

# The fake is on this machine as a rule: no proxy of the environment is asked.
_opener = urllib.request.build_opener(urllib.request.ProxyHandler({}))

# As many bytes as the API accepts: the journal keeps every request whole, so that it can be checked.
_MAX_BODY = str(1 << 20)


class ControlError(Exception):
    """A request that the control API rejected."""

    def __init__(self, request: str, status: int, reason: str):
        super().__init__(f"{request}: HTTP {status}: {reason}")
        self.status = status


class ContractError(AssertionError):
    """Requests of the client that the API's document does not allow."""


class Control:
    """The control API of a fake that runs."""

    def __init__(self, url: str, token: Optional[str] = None):
        """url is the base URL of the fake, token that of --control-token, if there is one."""
        self.url = url.rstrip("/")
        self._token = token

    def request(self, method: str, path: str, body: Any = None, **query: Any) -> Any:
        """Calls an operation of the control API's document; path has no /_understudy.

        Returns the JSON of the response, or its text, or None where it is empty.
        """
        with self.open(method, path, body, **query) as response:
            text = response.read().decode()
            if response.status == 204:
                return None
            return json.loads(text) if "json" in response.headers.get("Content-Type", "") else text

    def open(self, method: str, path: str, body: Any = None, **query: Any) -> Any:
        """Calls an operation, and returns its response with the body unread."""
        given = {name: value for name, value in query.items() if value is not None}
        url = f"{self.url}/_understudy{path}" + (f"?{urllib.parse.urlencode(given)}" if given else "")
        headers = {"Content-Type": "application/json"}
        if self._token:
            headers["Authorization"] = f"Bearer {self._token}"
        data = None if body is None else json.dumps(body).encode()
        try:
            return _opener.open(urllib.request.Request(url, data, headers, method=method))
        except urllib.error.HTTPError as error:
            with error:
                text = error.read().decode(errors="replace")
            try:
                reason = json.loads(text)["error"]
            except (ValueError, LookupError, TypeError):
                reason = text  # no JSON of the control API, such as a page of a proxy
            raise ControlError(f"{method} /_understudy{path}", error.code, reason) from None

    def create(self, **draft: Any) -> Sandbox:
        """Creates a sandbox from id, fork, snapshot, preset, fixture, ttl and gaps, all of them optional."""
        if draft.get("id"):  # in the path, by which a load balancer chooses a fake
            made = self.request("PUT", f"/sandboxes/{_quote(draft.pop('id'))}", draft)
        else:
            made = self.request("POST", "/sandboxes", draft)
        return Sandbox(self, made["id"], made["base_url"], made["tokens"])

    def find(self, id: str, tokens: Optional[Mapping[str, str]] = None) -> Sandbox:
        """Finds a sandbox. Only the response that creates one has its tokens: give them where they are needed."""
        found = self.request("GET", f"/sandboxes/{_quote(id)}")
        return Sandbox(self, found["id"], found["base_url"], tokens)

    def sandboxes(self) -> list:
        """The sandboxes, by id."""
        return self.request("GET", "/sandboxes")["sandboxes"]

    def snapshots(self) -> list:
        """All snapshots, by name."""
        return self.request("GET", "/snapshots")["snapshots"]

    def delete_snapshot(self, name: str) -> None:
        self.request("DELETE", f"/snapshots/{_quote(name)}")

    def save_state(self) -> None:
        """Saves the default sandbox in the file of --state."""
        self.request("POST", "/state/save")


class Sandbox:
    """A world of its own within a fake: rows, ids, clock, variants, faults and journal."""

    def __init__(self, control: Control, id: str, url: str, tokens: Optional[Mapping[str, str]] = None):
        self.control, self.id, self._tokens = control, id, tokens
        self.url = url
        """The base URL of the API in this sandbox."""

    @property
    def tokens(self) -> Mapping[str, str]:
        """The tokens for your client: "workspace", and "personal" for the list of invitations."""
        if self._tokens is None:
            raise LookupError(f"the tokens of sandbox {self.id} are only in the response that created it: give them to find")
        return self._tokens

    def _request(self, method: str, path: str, body: Any = None, **query: Any) -> Any:
        return self.control.request(method, path, body, sandbox=self.id, **query)

    def _own(self, method: str, path: str = "", body: Any = None) -> Any:
        return self.control.request(method, f"/sandboxes/{_quote(self.id)}{path}", body)

    def fork(self, **draft: Any) -> Sandbox:
        """Creates a sandbox with the current state of this one, and with id, ttl and gaps, if they are given."""
        return self.control.create(**{**draft, "fork": self.id})

    def reset(self) -> None:
        """Restores the state with which the sandbox was created, and empties its journal."""
        self._own("POST", "/reset")

    def delete(self) -> None:
        self._own("DELETE")

    def snapshot(self, name: str) -> dict:
        """Saves the current state under a name."""
        return self._own("POST", "/snapshots", {"name": name})

    def snapshots(self) -> list:
        return self._own("GET", "/snapshots")["snapshots"]

    def restore(self, snapshot: str) -> None:
        """Restores a snapshot, with its clock and tokens."""
        self._own("POST", "/restore", {"snapshot": snapshot})

    def clock(self) -> dict:
        """The time, and whether the clock is frozen."""
        return self._request("GET", "/clock")

    def advance(self, to: Union[float, datetime.timedelta, datetime.datetime]) -> dict:
        """Moves the clock forward by a time in seconds, or to an instant with a time zone."""
        if isinstance(to, datetime.datetime):
            return self._request("POST", "/clock/advance", {"to": to.isoformat()})
        seconds = to.total_seconds() if isinstance(to, datetime.timedelta) else to
        return self._request("POST", "/clock/advance", {"seconds": seconds})

    def freeze(self) -> dict:
        """Stops the clock."""
        return self._request("POST", "/clock/freeze")

    def resume(self) -> dict:
        """Lets the clock run again."""
        return self._request("POST", "/clock/resume")

    def gaps(self) -> list:
        """The variant of every gap on each of its operations."""
        return self._request("GET", "/gaps")["gaps"]

    def choose(self, choices: Mapping[str, str]) -> list:
        """Chooses variants, such as {"link-lifetime": "15m"}; the other gaps stay as they are."""
        return self._request("PATCH", "/gaps", choices)["gaps"]

    def choose_only(self, choices: Mapping[str, str]) -> list:
        """Chooses variants, and the default of every other gap."""
        return self._request("PUT", "/gaps", choices)["gaps"]

    def reset_gaps(self) -> list:
        """Chooses the variants with which the sandbox was created."""
        return self._request("DELETE", "/gaps")["gaps"]

    def transition(self) -> dict:
        """How segments are completed."""
        return self._request("GET", "/transitions")["segment"]

    def complete_segments(self, **segment: Any) -> None:
        """Chooses how segments are completed that are created from now on: after="2s", reads=3 or held=True."""
        self._request("PUT", "/transitions", {"segment": segment})

    def fault(self, **fault: Any) -> dict:
        """Makes requests fail on purpose, as with operation="create-segment", when={"first": 2}, status=503."""
        return self._request("POST", "/faults", fault)

    def faults(self) -> list:
        """The faults, with how often each applied."""
        return self._request("GET", "/faults")["faults"]

    def remove_fault(self, fault: int) -> None:
        self._request("DELETE", f"/faults/{fault}")

    def clear_faults(self) -> None:
        self._request("DELETE", "/faults")

    def journal(self, **filter: Any) -> list:
        """What clients sent to this sandbox, and the responses, without secrets.

        filter has operation, status, since, until, text, after and limit; limit is 100 by default.
        """
        return self._request("GET", "/journal", **filter)["exchanges"]

    def exchange(self, seq: int) -> dict:
        """One exchange, by its number."""
        return self._request("GET", f"/journal/{seq}")

    def clear_journal(self) -> int:
        """Empties the journal, and returns how many exchanges it had."""
        return self._request("DELETE", "/journal")["cleared"]

    def har(self, **filter: Any) -> dict:
        """The journal as an HTTP Archive."""
        return self._request("GET", "/journal.har", **filter)

    def stream(self, **filter: Any) -> Iterator[dict]:
        """Exchanges from now on, or from a number after, when they end; until the generator is closed."""
        with self.control.open("GET", "/journal/stream", sandbox=self.id, **filter) as response:
            name = ""
            for line in response:
                field, _, value = line.decode().rstrip("\n").partition(": ")
                if field == "event":
                    name = value
                elif field == "data" and name == "exchange":
                    yield json.loads(value)

    def findings(self) -> dict:
        """Where the client left the contract, and which gaps it depends on."""
        return self._request("GET", "/journal/findings")

    def check(self) -> None:
        """Raises ContractError for the requests that the document does not allow, if there are any.

        It warns of those that it cannot check.
        """
        __tracebackhide__ = True  # pytest shows the line of the test
        found = self.findings()
        if found["breaks"]:
            listed = "\n".join(f"- {b['says']}" for b in found["breaks"])
            raise ContractError(f"the client broke the contract (where it is meant to: allow_breaks):\n{listed}")
        evicted, cut = found["evicted"], found["not_checked"]
        if evicted + cut > 0:
            warnings.warn(f"understudy did not check {evicted + cut} requests against the contract: "
                          f"the journal lost {evicted} and cut {cut} (--journal, --journal-body)", stacklevel=2)

    def tables(self) -> list:
        """The tables, with their numbers of rows."""
        return self._request("GET", "/state")["tables"]

    def rows(self, table: str, page: Optional[int] = None, per_page: Optional[int] = None) -> dict:
        """A page of a table: 25 rows where per_page does not say otherwise, 100 at most."""
        return self._request("GET", f"/state/{_quote(table)}", page=page, per_page=per_page)

    def row(self, table: str, row: Union[str, int]) -> dict:
        """A row. The id of a connector is its service_name."""
        return self._request("GET", _path(table, row))

    def create_row(self, table: str, **members: Any) -> dict:
        return self._request("POST", f"/state/{_quote(table)}", members)

    def put_row(self, table: str, row: Union[str, int], **members: Any) -> dict:
        """Creates a row, or replaces the one with its id."""
        return self._request("PUT", _path(table, row), members)

    def patch_row(self, table: str, row: Union[str, int], **members: Any) -> dict:
        """Merges members into a row."""
        return self._request("PATCH", _path(table, row), members)

    def delete_row(self, table: str, row: Union[str, int]) -> None:
        self._request("DELETE", _path(table, row))

    def claim_invitation(self, id: int, claimed_by: Optional[int] = None) -> dict:
        body = {} if claimed_by is None else {"claimed_by_id": claimed_by}
        return self._request("POST", f"/state/invitations/{id}/claim", body)

    def revoke_link(self, id: int) -> dict:
        return self._request("POST", f"/state/links/{id}/revoke")

    def complete_segment(self, id: int) -> dict:
        """Completes the creation of a segment now."""
        return self._request("POST", f"/state/segments/{id}/complete")

    def hold_segment(self, id: int) -> dict:
        """Keeps a segment incomplete until it is completed by request."""
        return self._request("POST", f"/state/segments/{id}/hold")

    def fail_test(self, destination: int, **failure: str) -> dict:
        """Records a test of a destination that fails now, with step and error, if they are given."""
        return self._request("POST", f"/state/destinations/{destination}/fail-test", failure)

    def pass_test(self, destination: int) -> dict:
        """Records a test of a destination that succeeds now."""
        return self._request("POST", f"/state/destinations/{destination}/pass-test")


class Understudy:
    """A fake that runs. As a context manager it stops at the end of its block."""

    def __init__(self, process: subprocess.Popen, control: Control, tokens: Mapping[str, str]):
        self._process = process
        self.control = control
        self.default = Sandbox(control, "default", control.url, tokens)
        """The sandbox at the base URL itself."""

    @property
    def url(self) -> str:
        """The base URL of the API."""
        return self.control.url

    @property
    def tokens(self) -> Mapping[str, str]:
        return self.default.tokens

    @contextlib.contextmanager
    def sandbox(self, *, frozen: bool = False, allow_breaks: bool = False, **draft: Any) -> Iterator[Sandbox]:
        """A new sandbox for a test, which is deleted at the end of the block.

        The block then fails for each request that the document does not allow, unless
        allow_breaks is true. frozen stops the clock of the sandbox. draft is that of
        Control.create.
        """
        sandbox = self.control.create(**draft)
        try:
            if frozen:
                sandbox.freeze()
            yield sandbox
            if not allow_breaks:
                sandbox.check()
        finally:
            sandbox.delete()

    def stop(self) -> None:
        """Stops the fake, and waits for its end."""
        self._process.communicate()  # closes its standard input

    def __enter__(self) -> Understudy:
        return self

    def __exit__(self, *_: Any) -> None:
        self.stop()


def start(*, preset: Optional[str] = None, fixtures: Union[str, os.PathLike, None] = None,
          gaps: Optional[Mapping[str, str]] = None, async_delay: str = "0s", strict_client: bool = False,
          control_token: Optional[str] = None, args: Sequence[str] = (), program: Optional[str] = None,
          log: bool = False) -> Understudy:
    """Starts a fake at a free port of this machine, and waits until it serves.

    It ends with stop, or else with this process, however that ends. preset is a built-in
    world (empty, small, large or expired-links) and fixtures a file with your own;
    async_delay is how long the creation of a segment continues after the response, such
    as "500ms"; args are more flags of understudy serve; log shows its log on stderr.
    """
    token = control_token or os.environ.get("UNDERSTUDY_CONTROL_TOKEN")
    with tempfile.TemporaryDirectory() as folder, tempfile.TemporaryFile() as said:
        ready = pathlib.Path(folder, "ready.json")
        command = [_program(program), "serve", "--addr", "127.0.0.1:0", "--ready-file", str(ready), "--exit-with-stdin",
                   "--async-delay", async_delay, "--journal-body", _MAX_BODY]
        command += ["--preset", preset] if preset else []
        command += ["--fixtures", os.fspath(fixtures)] if fixtures else []
        command += ["--strict-client"] if strict_client else []
        for gap, variant in (gaps or {}).items():
            command += ["--gap", f"{gap}={variant}"]
        process = subprocess.Popen(
            command + list(args), stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=None if log else said,
            env={**os.environ, **({"UNDERSTUDY_CONTROL_TOKEN": token} if token else {})})
        if not process.stdout.readline():  # its first line comes when the ready file is there
            process.communicate()
            said.seek(0)
            why = said.read().decode(errors="replace").strip()
            raise RuntimeError(f"understudy did not start (exit code {process.returncode}): {why}")
        at = json.loads(ready.read_text())
    return Understudy(process, Control(at["base_url"], token), at["tokens"])


def _program(given: Optional[str]) -> str:
    named = given or os.environ.get("UNDERSTUDY_BINARY")
    program = shutil.which(named or "understudy")
    if not program and named:
        raise FileNotFoundError(f"there is no program {named}: install understudy (docs/install.md), or set UNDERSTUDY_BINARY to the program")
    if not program:
        raise FileNotFoundError("understudy is not on the PATH: install it (docs/install.md), or set UNDERSTUDY_BINARY to the program")
    return program


def _path(table: str, row: Union[str, int]) -> str:
    return f"/state/{_quote(table)}/{_quote(str(row))}"


def _quote(segment: str) -> str:
    return urllib.parse.quote(segment, safe="")
