"""Two short sessions of the lab, recorded once."""

import pytest

from prehensile.capture.lab.session import lab_session


@pytest.fixture(scope="package")
def perturbed():
    """Three pushes; the subject of development seed 1."""
    return lab_session("perturb", 1, contacts=3)


@pytest.fixture(scope="package")
def pressed():
    """Two presses; development seed 0."""
    return lab_session("press", 0, contacts=2)
