"""Gives the package its version, from what git describe prints in the variable VERSION."""

import os
import re

from setuptools import setup


def version(described):
    """v1.2.3 is 1.2.3; 14 commits later it is 1.2.4.dev14+g0123456; without a tag 0.0.0+g0123456."""
    described = re.sub("-dirty$", "", described)
    tagged = re.fullmatch(r"v(\d+\.\d+\.)(\d+)(?:-(\d+)-(g[0-9a-f]+))?", described)
    if not tagged:
        return "0.0.0+g" + described if re.fullmatch("[0-9a-f]+", described) else "0.0.0"
    start, patch, commits, commit = tagged.groups()
    return f"{start}{int(patch) + 1}.dev{commits}+{commit}" if commits else start + patch


setup(version=version(os.environ.get("VERSION", "")))
