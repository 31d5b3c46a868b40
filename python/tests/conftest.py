"""What the tests share."""

import os
from pathlib import Path

import pytest

import aloof

WORDS = {
    "quasi": ["age", "birthplace", "occupation"],
    "sensitive": "income",
    "absolute": 4500,
    "m": 4,
    # What is tested here is the same at any effort.
    "effort": "quick",
}
#: The same for the program.
FLAGS = [
    *("--quasi", ",".join(WORDS["quasi"]), "--sensitive", "income"),
    *("--absolute", "4500", "--m", "4", "--effort", "quick"),
]


@pytest.fixture(scope="session")
def people():
    """Some thousand people, as a pandas frame."""
    return aloof.generate(3_000, seed=11).to_pandas()


@pytest.fixture(scope="session")
def program():
    """The program `aloof`, as ALOOF_BIN names it or as cargo built it."""
    built = Path(__file__).parents[2] / "target" / "debug" / "aloof"
    path = Path(os.environ.get("ALOOF_BIN", built))
    if not path.is_file():
        pytest.skip("the program is not built: cargo build -p aloof-cli")
    return str(path)
