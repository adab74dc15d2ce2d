"""What goes into the fit: windows as long as asked for, joints that bend, springs as believed."""

from dataclasses import replace

import numpy as np
import pytest
from tests.compliance.sessions import made_session

from prehensile.compliance.joints.options import USUAL
from prehensile.compliance.joints.prepared import AFTER_S, SHORT_S, prepared, usual_window
from prehensile.compliance.recorded.session import Session, session_of
from prehensile.errors import InputError


@pytest.fixture(scope="module")
def session() -> Session:
    return session_of(made_session(4, 4, noise=1e-3, force_noise=0.004).recording)


def test_joints_that_bend_are_fitted(session) -> None:
    found = prepared(session, USUAL, 0.3)
    assert {"wrist_flex", "index_mcp_flex"} <= set(found.names) <= set(found.joints)
    assert "index_mcp_abd" not in found.names  # the force passes through its axis
    n = len(found.names)
    assert found.told.sum() == n and found.reasons.shape == (len(found.windows), len(found.joints))
    assert all(w.q.shape[1] == n and w.arms.shape[1] == n for w in found.cut)
    assert max(w.time[-1] for w in found.windows) <= 0.02 + 0.3 + 1e-9
    assert found.springs.inertia is not None and found.springs.over is None
    assert np.linalg.eigvalsh(found.springs.inertia).min() > 0


def test_beliefs_can_be_switched_off(session) -> None:
    options = replace(USUAL, inertia=False, prior=0, moves=False, force_law=True)
    found = prepared(session, options, usual_window(options))
    springs = found.springs
    assert springs.inertia is None and springs.spread == np.inf and not springs.moves
    assert springs.over == pytest.approx(found.planned - found.planned.mean())
    assert usual_window(options) == SHORT_S[1] and usual_window(USUAL) == AFTER_S


def test_forces_below_the_noise_are_told(session) -> None:
    loud = session.motion.q + np.random.default_rng(0).normal(size=session.motion.q.shape)
    shaken = replace(session, motion=replace(session.motion, q=loud))
    with pytest.raises(InputError, match="too small against the noise"):
        prepared(shaken, USUAL, 0.3)
