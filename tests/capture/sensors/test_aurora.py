"""Aurora: rates by number of coils, losses, iron, and six dimensions from a pair of five."""

import numpy as np
import pytest

from prehensile.capture.recording.stream import MISSING
from prehensile.capture.sensors.aurora import TIP_COILS, Aurora, Coil, pair_poses
from prehensile.capture.sensors.trials import range_trial
from prehensile.errors import InputError
from prehensile.kinematics.forward import segment_transforms
from prehensile.lie import se3
from prehensile.motion.tracked_hand import angles_of, hand_of

CLIP = range_trial(np.random.default_rng(0), 3.0, 100)
CLEAN = Aurora(noise=0, noise_deg=0, bent=0, bent_deg=0, fastest=np.inf, cube=2.0)


def test_five_coils_are_faster_than_six() -> None:
    six = (*TIP_COILS, Coil("palm", "wrist"))
    assert Aurora().rate_hz == 45 and Aurora(coils=six).rate_hz == 22
    with pytest.raises(InputError, match="1 to 8"):
        Aurora(coils=TIP_COILS * 2)


def test_without_errors_coils_are_where_they_are_glued(rng) -> None:
    found = CLEAN.observe(CLIP, rng)
    track = CLIP.at_times(found.time).hands[0]
    root = se3.from_pose7(track.T_world_forearm)
    poses = segment_transforms(hand_of(track), angles_of(track), root)
    coil = TIP_COILS[2]
    at = se3.apply(poses[coil.segment], np.array(coil.point))
    assert found.channel("middle")[:, :3] == pytest.approx(at)
    assert found.channel("middle")[:, 3:] == pytest.approx(poses[coil.segment][:, :3, 0])


def test_the_field_bends_by_its_figure_and_stays_the_same_in_one_place() -> None:
    bent = Aurora(noise=0, noise_deg=0, fastest=np.inf, cube=2.0)
    off = [
        bent.observe(CLIP, np.random.default_rng(k)).values - CLEAN.observe(CLIP, np.random).values
        for k in range(8)
    ]
    size = np.sqrt((np.array(off)[..., :3] ** 2).sum(-1).mean())
    assert size == pytest.approx(0.82e-3, rel=0.35)


def test_fast_coils_and_those_outside_are_lost(rng) -> None:
    slow = Aurora(fastest=0.15).observe(CLIP, rng)
    assert 0.1 < (slow.flags == MISSING).mean() < 1
    far = Aurora(centre=(5.0, 0, 0)).observe(CLIP, rng)
    assert np.isnan(far.values).all()


def test_iron_pulls(rng) -> None:
    place = CLEAN.observe(CLIP, rng).values[0, 1, :3] + [0.05, 0, 0]
    near = Aurora(noise=0, noise_deg=0, bent=0, bent_deg=0, fastest=np.inf, cube=2.0,
                  iron=(tuple(place),))  # fmt: skip
    off = near.observe(CLIP, rng).values[0, 1, :3] - (place - [0.05, 0, 0])
    assert off == pytest.approx([0.005, 0, 0], abs=1e-9)


def test_a_pair_gives_all_six(rng) -> None:
    T = se3.exp(rng.normal(size=(5, 6)))
    own = [np.array([0.0, 0, 0, 1, 0, 0]), np.array([0.02, 0.01, 0, 0, 1, 0])]
    read = [np.concatenate([se3.apply(T, o[:3]), T[:, :3, :3] @ o[3:]], axis=1) for o in own]
    assert pair_poses(*read, *own) == pytest.approx(T, abs=1e-9)
    read[0][2] = np.nan
    assert np.isnan(pair_poses(*read, *own)[2]).all()


def test_two_coils_on_one_line_are_refused() -> None:
    own = np.array([0.0, 0, 0, 1, 0, 0]), np.array([0.02, 0, 0, 1, 0, 0])
    with pytest.raises(InputError, match="one line"):
        pair_poses(np.zeros((1, 6)), np.zeros((1, 6)), *own)
