"""As much of pytest as the example needs, to run it where pytest is not installed."""


def fixture(function=None, **_):
    return function or (lambda decorated: decorated)
