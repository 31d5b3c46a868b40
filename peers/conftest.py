"""What tests of several files need: the program, and R where it is installed."""

import os

import program
import pytest


@pytest.fixture(scope="session")
def aloof():
    try:
        return program.binary()
    except program.Unavailable as error:
        if "ALOOF_BIN" in os.environ:
            raise
        pytest.skip(str(error))


@pytest.fixture(scope="session")
def r():
    import awkward

    if not awkward.r_is_there():
        pytest.skip("R with haven and foreign cannot be found (the packages r-base-core, r-cran-haven, r-cran-foreign)")
