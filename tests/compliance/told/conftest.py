"""One small estimate that all of these tests tell of."""

import pytest
from tests.compliance.sessions import MadeSession, made_session

from prehensile.compliance.joints.estimate import Estimate, estimate_compliance
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
