"""The walks in docs are what the program prints: `walks.py` writes them, and here they are typed again."""

import os
from pathlib import Path

import pytest
import walks

SHARED = Path(os.environ.get("ALOOF_SHARED", walks.ROOT.parent / "shared")) / "data"


@pytest.mark.parametrize("name", walks.WALKS)
def test_a_walk_is_what_is_printed(aloof, name):
    found = walks.walk(name, aloof, SHARED)
    if found is None:
        pytest.skip("no real tables: shared/data is not there")
    stands, printed = map(walks.timeless, found)
    assert stands == printed
