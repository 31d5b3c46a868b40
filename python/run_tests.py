"""Runs the tests against the package that is installed, not against the sources beside them."""

import os
import pathlib
import sys

import pytest

here = pathlib.Path(__file__).resolve().parent
# The directory of this script comes first in the path, and the sources in it lack the native half.
sys.path[:] = [entry for entry in sys.path if entry and pathlib.Path(entry).resolve() != here]

import aloof  # noqa: E402

# Spark starts Python where it is itself, and there too the sources would come first.
os.chdir(here / "tests")
package = pathlib.Path(aloof.__file__).parent
assert here not in package.parents or ".venv" in package.parts, f"tests would run against {package}"
modules = [str(path) for path in sorted(package.glob("*.py"))]
sys.exit(pytest.main(["-c", str(here / "pyproject.toml"), *sys.argv[1:], str(here / "tests"), *modules]))
