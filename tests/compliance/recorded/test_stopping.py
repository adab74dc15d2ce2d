"""When fingers stop, beside when the made session says so."""

from dataclasses import replace

import numpy as np
import pytest
from tests.compliance.sessions import made_session

from prehensile.compliance.recorded.session import session_of
from prehensile.compliance.recorded.stopping import FEWEST_TOUCHES, LAGS, stopping


@pytest.fixture(scope="module")
def session():
    return session_of(made_session(7, 6, noise=1e-3, force_noise=0.004).recording)


@pytest.mark.parametrize("lag", [-0.31, -0.1, 0.0, 0.05, 0.2])
def test_the_lag_is_that_of_the_touches(session, lag) -> None:
    moved = [
        t._replace(onset=t.onset - lag, settled=t.settled - lag, end=t.end - lag)
        for t in session.touches
    ]
    # The force goes with its touches, as by a clock of its own.
    step = float(np.median(np.diff(session.time)))
    load = session.loads["index"]
    load = load._replace(force=np.roll(load.force, -round(lag / step), axis=0))
    found = stopping(replace(session, touches=tuple(moved), loads={"index": load}))
    assert found is not None
    assert LAGS[found.argmax()] == pytest.approx(lag, abs=0.011)


def test_the_loss_is_the_speed_at_which_fingers_land(session) -> None:
    found = stopping(session)
    assert found is not None and 0.01 < found.max() < 0.5  # [m/s], of a reach of centimetres


def test_of_few_touches_nothing_is_said(session) -> None:
    assert stopping(replace(session, touches=session.touches[: FEWEST_TOUCHES - 1])) is None
