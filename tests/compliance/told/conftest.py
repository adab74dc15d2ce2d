"""Two small estimates that all of these tests tell of: a plate touched, and a grasp."""

import pytest
from tests.compliance.grasped import grasped, spread
from tests.compliance.sessions import MadeSession, made_session

from prehensile.compliance.joints.estimate import Estimate, estimate_compliance
from prehensile.compliance.joints.grasp_estimate import estimate_session
from prehensile.compliance.joints.options import Options
from prehensile.compliance.recorded.session import session_of


@pytest.fixture(scope="package")
def noisy() -> MadeSession:
    """Six touches."""
    return made_session(4, 6, noise=1e-3, force_noise=0.004)


@pytest.fixture(scope="package")
def estimate(noisy) -> Estimate:
    """What they tell."""
    return estimate_compliance(session_of(noisy.recording), Options(inertia=False))


@pytest.fixture(scope="package")
def grasps() -> Estimate:
    """Of two fingers, five times."""
    return estimate_session(grasped(grasps=5), Options(inertia=False))


@pytest.fixture(scope="package")
def grasped_vaguely() -> Estimate:
    """The same, forces known to 0.1 N."""
    return estimate_session(spread(grasped(grasps=5), 0.1), Options(inertia=False))
