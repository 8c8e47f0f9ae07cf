"""Runs the example for pytest, from its folder, where pytest is not installed."""

import contextlib
import pathlib
import sys
import tempfile

sys.path.insert(0, ".")

import conftest
import test_links


class Folder:
    def mktemp(self, _):
        return pathlib.Path(tempfile.mkdtemp(dir="."))


with contextlib.contextmanager(conftest.control)(Folder()) as control:
    with contextlib.contextmanager(conftest.world)(control) as world:
        test_links.test_a_link_expires_after_a_day(world)
print("1 passed")
