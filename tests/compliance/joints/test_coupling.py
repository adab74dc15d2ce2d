"""Matrices of correlations, and joints that do not go together."""

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from tests.compliance.sessions import made_session

from prehensile.compliance.joints.coupling import nearest_correlation
from prehensile.compliance.joints.estimate import estimate_compliance
from prehensile.compliance.joints.options import Options
from prehensile.compliance.recorded.session import session_of


@settings(max_examples=30, deadline=None)
@given(st.lists(st.floats(-1, 1), min_size=6, max_size=6))
def test_the_nearest_is_positive_and_keeps_its_diagonal(values) -> None:
    rho = np.eye(4)
    rho[np.triu_indices(4, 1)] = values
    rho = np.triu(rho, 1) + np.triu(rho, 1).T + np.eye(4)
    found = nearest_correlation(rho)
    assert np.linalg.eigvalsh(found)[0] > 0 and np.allclose(np.diagonal(found), 1)
    if np.linalg.eigvalsh(rho)[0] > 0.01:
        assert np.array_equal(found, rho)


def test_a_diagonal_hand_shows_no_coupling() -> None:
    made = made_session(seed=1, contacts=12, noise=1e-3, force_noise=0.004)
    options = Options(inertia=False, coupling=0.2)
    found = estimate_compliance(session_of(made.recording), options)
    assert found.coupling is not None
    off = found.coupling.correlation - np.eye(len(found.fitted))
    assert (np.abs(off) <= 4 * found.coupling.deviation + 1e-12).all()
    hand = found.hand_compliance()
    k = hand.joint_names.index("index_mcp_flex")
    assert hand.compliance[k, k] == pytest.approx(
        found.compliance[found.joints.index("index_mcp_flex")]
    )
    assert np.linalg.eigvalsh(hand.compliance)[0] > 0
