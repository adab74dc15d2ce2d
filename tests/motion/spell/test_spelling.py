import numpy as np
import pytest

from prehensile.errors import InputError
from prehensile.hand.spec import HandSpec
from prehensile.lie.se3 import to_pose7
from prehensile.motion.clip import Clip
from prehensile.motion.spell.letters import letter_pose
from prehensile.motion.spell.spelling import LONGEST, checked_text, spell


@pytest.fixture(scope="module")
def hand():
    return HandSpec.mean().build()


@pytest.fixture(scope="module")
def clip(hand) -> Clip:
    return spell("mig 15", hand)


def frames(clip, phase):
    _, start, end = phase
    return np.flatnonzero((clip.time >= start - 1e-9) & (clip.time <= end + 1e-9))


def test_every_sign_is_held(hand, clip):
    assert [phase[0] for phase in clip.meta["phases"]] == list("MIG 15")
    track = clip.hands[0]
    for phase in clip.meta["phases"]:
        k = frames(clip, phase)
        assert len(k) >= 18 and np.ptp(track.q[k], axis=0).max() < 1e-12, phase
        if phase[0] != " ":
            pose = letter_pose(hand, phase[0])
            assert np.allclose(track.q[k[5]], pose.q)
            assert np.allclose(track.T_world_forearm[k[5]], to_pose7(pose.T_world_forearm))


def test_a_space_relaxes_the_hand_and_so_do_beginning_and_end(clip):
    track = clip.hands[0]
    pause = frames(clip, clip.meta["phases"][3])[3]
    for k in (0, -1):
        assert np.allclose(track.q[k], track.q[pause])
        assert np.allclose(track.T_world_forearm[k], track.T_world_forearm[pause])


def test_the_motion_is_smooth(clip):
    track = clip.hands[0]
    step = np.diff(track.q, axis=0)
    assert np.abs(step).max() < np.radians(16)
    assert np.abs(np.diff(step, axis=0)).max() < np.radians(6), "no joint jerks from one frame on"
    assert np.linalg.norm(np.diff(track.T_world_forearm[:, :3], axis=0), axis=1).max() < 0.03


def test_joints_stay_inside_their_limits(hand, clip):
    q = clip.hands[0].q
    assert (q >= hand.lower - 1e-9).all() and (q <= hand.upper + 1e-9).all()


def test_time_and_rate_are_what_was_asked_for(hand):
    clip = spell("HI", hand, rate_hz=100, letter_time=1.0)
    assert np.allclose(np.diff(clip.time), 0.01)
    assert clip.duration == pytest.approx(2.5)
    assert [p[1] for p in clip.meta["phases"]] == pytest.approx([0.5, 1.5])


@pytest.mark.parametrize("side", ["right", "left"])
def test_a_doubled_letter_slides_outwards_with_the_same_shape(side):
    clip = spell("ZOOT", side)
    track = clip.hands[0]
    first, second = (frames(clip, p)[2] for p in clip.meta["phases"][1:3])
    assert (track.q[first : second + 1] == track.q[first]).all()
    moved = track.T_world_forearm[second, :3] - track.T_world_forearm[first, :3]
    outwards = -1 if side == "right" else 1
    assert moved[0] * outwards > 0.04 and np.allclose(moved[1:], 0)
    after = frames(clip, clip.meta["phases"][3])[2]
    start = letter_pose(HandSpec.mean(side).build(), "T")
    assert np.allclose(track.T_world_forearm[after, :3], start.T_world_forearm[:3, 3])


def test_j_moves_while_it_is_signed(hand):
    clip = spell("J", hand)
    k = frames(clip, clip.meta["phases"][0])
    track = clip.hands[0]
    assert np.ptp(track.T_world_forearm[k, 2]) > 0.05
    assert np.ptp(track.q[k], axis=0).max() < 1e-9


def test_it_is_a_clip_like_any_other(clip, tmp_path):
    again = Clip.load(clip.save(tmp_path / "spell.npz"))
    assert again.allclose(clip) and again.meta["text"] == "MIG 15"


def test_text_is_tidied():
    assert checked_text("  to\tbe 2 ") == "TO BE 2"


@pytest.mark.parametrize(
    ("text", "options", "words"),
    [
        ("", {}, "nothing to spell"),
        (" \n", {}, "nothing to spell"),
        ("naïve", {}, "'ï'"),
        ("straße", {}, "'ß'"),
        ("a.b", {}, "'.'"),
        ("x" * (LONGEST + 1), {}, f"{LONGEST + 1} characters"),
        ("a", {"letter_time": 0.0}, "0 s"),
        ("a", {"letter_time": np.nan}, "nan s"),
        ("a", {"rate_hz": 0.0}, "0 Hz"),
        ("a", {"rate_hz": np.inf}, "inf Hz"),
        ("a", {"hand": "both"}, "'both'"),
    ],
)
def test_errors_show_what_was_wrong(text, options, words):
    with pytest.raises(InputError, match=words.replace(".", r"\.")):
        spell(text, **options)
