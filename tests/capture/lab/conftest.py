"""One subject and one short session, for all tests of the lab."""

import numpy as np
import pytest

from prehensile.capture.lab.session import Session, lab_session
from prehensile.capture.lab.subject import EXPLORING, Subject, drawn_subject
from prehensile.hand.hand import Hand


@pytest.fixture(scope="session")
def subject() -> Subject:
    """A mean hand with the compliances of Table 4.3."""
    return drawn_subject(Hand(), EXPLORING, np.random.default_rng(0), factor=1.0)


@pytest.fixture(scope="session")
def explored() -> Session:
    """Four touches of the plank, one in each posture, none of them spoiled."""
    return lab_session("explore", 7, contacts=4)
