"""Fixtures for pytest: one fake for the whole run, and a new sandbox for each test.

Copy this file and understudy.py beside your tests, and name it in conftest.py:

    pytest_plugins = ["pytest_understudy"]
"""

import pytest

import understudy


def pytest_configure(config):
    config.addinivalue_line("markers", "sandbox(**options): what the sandbox of the test is made from, such as preset, gaps, frozen and allow_breaks")


@pytest.fixture(scope="session")
def fake_options():
    """How the fake is started, as for understudy.start: override it in conftest.py."""
    return {}


@pytest.fixture(scope="session")
def fake(fake_options):
    """A fake for all tests."""
    with understudy.start(**fake_options) as running:
        yield running


@pytest.fixture
def sandbox(fake, request):
    """A new sandbox, which fails a test that sends a request that the document does not allow."""
    marker = request.node.get_closest_marker("sandbox")
    broken = None
    try:
        with fake.sandbox(**(marker.kwargs if marker else {})) as new:
            yield new
    except understudy.ContractError as error:
        broken = str(error)
    if broken:
        pytest.fail(broken, pytrace=False)  # without the source of this module
