"""Against the torques of the compliance room."""

import numpy as np
import pytest

from prehensile.capture.live.built_in import built_in_session
from prehensile.capture.live.felt import finger_forces
from prehensile.capture.live.recorded_source import RecordedSource
from prehensile.capture.live.session import LiveSession
from prehensile.compliance.model.compliant_hand import Place, contact_torques
from prehensile.hand.hand import Hand
from prehensile.hand.joints import DIGITS
from prehensile.hand.segments import TIP_SEGMENT
from prehensile.kinematics.forward import pad_positions
from prehensile.lie import se3
from prehensile.synthesis.clips.assumed import assumed_compliance
from prehensile.synthesis.play.streamed import StreamedReference


@pytest.fixture
def session() -> LiveSession:
    """Half way through the built-in grasp, the bottle in the hand."""
    now = [0.0]
    made = LiveSession(RecordedSource(built_in_session(), now=lambda: now[0]))
    now[0] = 4.0
    made.poll()
    return made


def test_what_fingertips_feel_is_taken_back(session: LiveSession) -> None:
    hand = Hand()
    C = assumed_compliance(hand).of(hand)
    _, samples = session.samples()
    found = StreamedReference(hand, C).at(samples)
    assert found is not None
    q, T = samples["angles"].values, se3.from_pose7(samples["poses"].values[0])
    out = pad_positions(hand, q, T)[1]
    felt = finger_forces(samples)
    assert sum(felt.values()) > 5
    torque = np.zeros(26)
    for k, d in enumerate(DIGITS):
        place = Place(TIP_SEGMENT[d], np.asarray(hand.segment(TIP_SEGMENT[d]).pad))
        torque += contact_torques(hand, q, place, -felt[d] * out[k], T)
    bent = C @ torque
    assert np.abs(bent[:-3]).max() > 0.05
    assert np.allclose(found.theta, np.append(q - bent[:-3], np.zeros(3)), atol=1e-9)
    assert np.allclose(found.T_base[:3, 3], T[:3, 3] - bent[-3:], atol=1e-12)


def test_without_forces_the_pose_is_followed(session: LiveSession) -> None:
    hand = Hand()
    _, samples = session.samples()
    kept = {name: s for name, s in samples.items() if name in ("angles", "poses")}
    found = StreamedReference(hand, np.eye(26)).at(kept)
    assert found is not None and np.array_equal(found.theta[:-3], samples["angles"].values)
    del kept["angles"]
    assert StreamedReference(hand, np.eye(26)).at(kept) is None
