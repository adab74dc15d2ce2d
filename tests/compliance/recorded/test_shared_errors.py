"""What places and bones do to lever arms and angles, against what they are when moved."""

from dataclasses import replace

import numpy as np
import pytest
from scipy.optimize import least_squares
from tests.compliance.recorded.marker_session import marked
from tests.compliance.sessions import JOINTS, TIP, made_session

from prehensile.capture.recording.recording import NamedContact, Touch
from prehensile.capture.recording.stream import Stream
from prehensile.compliance.recorded.digit_calibration import calibrate_digit, marker_points
from prehensile.compliance.recorded.session import session_of
from prehensile.compliance.recorded.shared_errors import PLACE_M, shared_errors
from prehensile.compliance.recorded.windows import contact_windows, moved_joints


def test_joint_angles_have_errors_of_the_place_alone() -> None:
    session = session_of(made_session(seed=7, contacts=2).recording)
    windows = contact_windows(session, JOINTS, 0.3, 0.2)
    found = shared_errors(session, windows, JOINTS)
    assert found.covariance == pytest.approx(PLACE_M**2 * np.eye(3))
    assert (found.angle == 0).all() and found.arms.shape == (2, 5, 4, 3, 3)
    # ∂(a × r)/∂r of unit axes a: two of the three directions turn, together √2 a joint.
    assert np.sqrt((found.arms**2).sum((-1, -2))) == pytest.approx(np.sqrt(2), rel=1e-4)


def test_a_longer_bone_turns_joints_as_least_squares_would() -> None:
    """Markers stay where they are; SciPy lays a hand over them whose proximal phalanx is longer."""
    made = marked(seconds=6.0)
    time, T = made.stream.time, np.eye(4)
    felt = np.zeros((len(time), 1, 3))
    felt[(time > 3.0) & (time < 5.0), 0, 2] = -0.5
    places = {name: [one.segment, *one.point] for name, one in made.glued.items()}
    recording = replace(
        made_session(contacts=1).recording,
        streams=(
            replace(made.stream, flags=None, sensor={"places": places}),
            Stream("plate", "force_vectors", time, felt, ("plate",), rate_hz=made.stream.rate_hz),
        ),
        contacts=(NamedContact("index", TIP, "", "plate", "plate", (0.015, 0.0, -0.005)),),
        touches=(Touch("index", 3.0, 3.0, 5.0, "made"),),
    )
    session = session_of(recording, made.hand)
    rows = np.arange(0, len(time), 20)
    seen = {name: made.stream.values[rows, k] for k, name in enumerate(made.stream.channels)}
    free = calibrate_digit(made.hand, made.glued, "index", seen, T, made.q[rows])
    fixed = replace(free, s=free.prior.copy())
    fixed.s[: len(free.cells)] = free.s[: len(free.cells)]
    hand = fixed.worn(fixed.s)[0]
    motion = replace(session.motion, hand=hand, T_world_forearm=T, calibrations=(fixed,))
    session = replace(session, motion=motion)
    joints = moved_joints(session)
    windows = contact_windows(session, joints, 0.3, 0.3)
    found = shared_errors(session, windows, joints)
    assert found.covariance.shape == (len(fixed.s) + 3,) * 2
    longer, proximal = fixed.s.copy(), 1
    longer[proximal] += 1e-4
    order = [joints.index(name) for name in made.chain.joint_names]
    q = windows[0].smooth[-1:, made.chain.columns]
    goal = marker_points(fixed, fixed.s, q, T)[0]
    best = least_squares(
        lambda x: (marker_points(fixed, longer, x[None], T)[0] - goal).ravel(), q[0], xtol=1e-14
    ).x
    assert np.allclose(found.angle[0, -1, order, proximal] * 1e-4, best - q[0], atol=3e-5)
    assert np.abs(best - q[0]).max() > 1e-3
