"""Skin that slides is found from the markers, and angles are right again."""

import numpy as np
import pytest

from prehensile.capture.sensors.markers import Markers
from prehensile.compliance.recorded.digit_chain import DigitChain
from prehensile.compliance.recorded.marker_motion import Glued, marker_motion
from prehensile.compliance.recorded.skin_slip import skin_slip, slipped
from prehensile.hand.hand import Hand
from prehensile.hand.segments import TIP_SEGMENT
from prehensile.motion.clip import Clip, HandTrack
from prehensile.motion.contacts import ContactTrack

MOVED = {"wrist_flex": (0.0, 0.2), "index_mcp_flex": (0.6, 0.4), "index_pip_flex": (0.7, 0.5),
         "index_dip_flex": (0.4, 0.3)}  # fmt: skip
"""joint → middle and size of its motion [rad]"""


def _clip(hand: Hand, seconds: float = 6.0) -> Clip:
    time = np.arange(round(seconds * 200)) / 200
    q = np.tile(hand.spec.rest, (len(time), 1))
    for k, (name, (middle, size)) in enumerate(MOVED.items()):
        q[:, hand.joint_index(name)] = middle + size * np.sin((1.1 + 0.6 * k) * time + k)
    pose = np.tile([0.0, 0, 0, 1, 0, 0, 0], (len(time), 1))
    track = HandTrack(hand.side, hand.spec.to_json(), hand.joint_names, q, pose)
    return Clip(
        time=time, hands=(track,), bodies=(), contacts=ContactTrack.empty(len(time)),
        finger_force=np.zeros((len(time), 1, 5)), palm_force=np.zeros((len(time), 1)),
    )  # fmt: skip


def _seen(hand: Hand, slip: float, noise: float = 1e-4):
    sensor = Markers(rate_hz=200.0, noise=noise, gaps_per_s=0, ghosts_per_s=0, slip=slip)
    clip = _clip(hand)
    stream = sensor.observe(clip, np.random.default_rng(0))
    places = {
        name: Glued(row[0], np.array(row[1:])) for name, row in stream.sensor["places"].items()
    }
    return stream, places, clip.hands[0].q


@pytest.mark.parametrize("slip", [0.0, 1e-3, 2e-3])
def test_what_the_sensor_slid_by_is_found(slip) -> None:
    hand = Hand()
    stream, glued, q = _seen(hand, slip, 2e-5)
    chain = DigitChain(hand, TIP_SEGMENT["index"])
    on_way = {link.name for link in chain.links}
    names = [name for name, one in glued.items() if one.segment in on_way]
    places = [(glued[name].segment, glued[name].point) for name in names]
    seen = stream.values[:, [stream.channels.index(name) for name in names]]
    found = skin_slip(chain, places, seen, q[:, chain.columns], np.eye(4))
    expected = [0.0 if name.startswith("palm") else -slip for name in names]
    assert found == pytest.approx(expected, abs=5e-5)
    moved = slipped(chain, places, found, q[:, chain.columns], np.eye(4))
    own = chain.markers(q[:, chain.columns], places, np.eye(4))[0]
    assert np.abs(seen - own - moved).std() < 2.5e-5


def test_angles_are_right_although_skin_slides() -> None:
    hand = Hand()
    for slip in (0.0, 1e-3):
        stream, glued, q = _seen(hand, slip)
        found = marker_motion(stream, hand, glued, ["index"]).q
        for name in ("index_pip_flex", "index_dip_flex"):
            off = np.degrees(found - q)[50:-50, hand.joint_index(name)]
            assert abs(np.nanmean(off)) < 0.1
            assert np.nanstd(off) < 0.8  # the markers' noise
