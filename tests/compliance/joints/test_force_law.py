"""A stated law of stiffness and force, found again with the compliances."""

import numpy as np
import pytest
from tests.compliance.sessions import MadeSession, made_session

from prehensile.compliance.joints.estimate import Estimate, estimate_compliance
from prehensile.compliance.joints.force_law import ForceLaw
from prehensile.compliance.joints.options import Options
from prehensile.compliance.recorded.session import session_of

TOLD = ("wrist_flex", "index_mcp_flex", "index_pip_flex")


def told(growth: float) -> tuple[MadeSession, Estimate]:
    made = made_session(3, 16, noise=5e-4, force_noise=0.004, growth=growth)
    options = Options(inertia=False, force_law=True)
    return made, estimate_compliance(session_of(made.recording), options)


@pytest.mark.long
def test_a_known_law_is_found_again() -> None:
    """K = K₀ (1 + F / 1 N) of every joint."""
    made, found = told(1.0)
    kept = found.hand_compliance().meta["force_laws"]
    for name in TOLD:
        law = found.laws[found.joints.index(name)]
        assert law is not None
        true = 1 / made.compliance[name]
        assert law.slope == pytest.approx(true, rel=0.2)
        assert law.at_rest == pytest.approx(true, rel=0.2)
        low, high = law.interval(0.99)
        assert low < true < high and law.significance > 5
        assert kept[name] == law.to_json() and kept[name]["low"] < kept[name]["high"]


@pytest.mark.long
def test_without_a_law_the_slope_is_small() -> None:
    made, found = told(0.0)
    for name in TOLD:
        k = found.joints.index(name)
        law = found.laws[k]
        assert law is not None and abs(law.slope) < 0.1 / made.compliance[name]
        assert found.compliance[k] == pytest.approx(made.compliance[name], rel=0.1)


def test_nothing_is_said_unless_asked() -> None:
    made = made_session(3, 5, noise=5e-4, force_noise=0.004)
    found = estimate_compliance(session_of(made.recording), Options(inertia=False))
    assert found.laws == () and "force_laws" not in found.hand_compliance().meta


def test_an_interval_is_normal() -> None:
    law = ForceLaw(1.0, 2.0, np.diag([1.0, 0.25]))
    assert law.interval(0.9) == pytest.approx((2 - 1.645 * 0.5, 2 + 1.645 * 0.5), abs=1e-3)
    assert law.significance == pytest.approx(4)
