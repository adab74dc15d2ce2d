"""The reference beside a truth that is known, the forearm's zero being anybody's choice."""

from types import SimpleNamespace
from typing import Any

import numpy as np
import pytest
from tests.compliance.sessions import made_session

from prehensile.bench.compliance.reference_errors import reference_error, reference_figures
from prehensile.compliance.joints.estimate import estimate_compliance
from prehensile.compliance.joints.options import Options
from prehensile.compliance.recorded.session import session_of
from prehensile.lie import se3, so3


@pytest.fixture(scope="module")
def judged() -> Any:
    made = made_session(4, 6, noise=1e-3, force_noise=0.004)
    session = session_of(made.recording)
    return made, estimate_compliance(session, Options(inertia=False))


def _kept(made: Any, time: np.ndarray, wrist: float) -> Any:
    """A truth whose forearm is turned so much about the wrist's flexion, the wrist turned back."""
    q = made.reference.copy()
    turned = np.eye(4)
    turned[:3, :3] = so3.exp(np.array([0.0, wrist, 0.0]))
    pose = np.tile(se3.to_pose7(turned), (len(time), 1))
    q[:, 0] -= wrist
    clip = SimpleNamespace(time=time, n_frames=len(time),
                           hands=(SimpleNamespace(T_world_forearm=pose),))  # fmt: skip

    def at(times: np.ndarray) -> tuple[np.ndarray, None]:
        return q[time.searchsorted(times)], None

    return SimpleNamespace(truth=SimpleNamespace(clip=clip, reference=SimpleNamespace(at=at)))


def test_a_forearm_that_is_turned_changes_nothing(judged) -> None:
    made, found = judged
    errors = [reference_error(found, _kept(made, found.session.time, w)) for w in (0.0, 0.3)]
    assert errors[0].rms < 0.5
    assert errors[1].squares == pytest.approx(errors[0].squares, rel=1e-6)


def test_a_reference_that_is_a_degree_off_is_told_so(judged) -> None:
    made, found = judged
    off = made._replace(reference=made.reference.copy())
    off.reference[:, found.session.hand.joint_index("index_pip_flex")] += np.radians(5.0)
    one = reference_error(found, _kept(off, found.session.time, 0.0))
    assert np.sqrt(one.squares[one.joints.index("index_pip_flex")]) == pytest.approx(5, abs=0.5)
    squares = one.squares.mean()
    assert reference_figures([one])["reference_rms_deg"] == pytest.approx(squares**0.5)
    assert reference_figures([]) == {}
