"""My arm, my object: the path is kept, and physical fingers carry the object along it."""

import numpy as np
import pytest

from prehensile.control.experiments.reach_path import LEGS, RISE, reach_path
from prehensile.control.keyed import play, stands
from prehensile.control.keyed.grasp import grasp_along
from prehensile.control.keyed.path_error import path_error
from prehensile.errors import FileError, InputError, UnknownNameError
from prehensile.hand.spec import HandSpec
from prehensile.motion.clip import Clip
from prehensile.motion.formats import writer
from prehensile.motion.mocap.imported import one_hand_clip
from prehensile.motion.mocap.read import read_motion
from prehensile.motion.mocap.wrist_path import WristPath, read_wrist_path, wrist_path
from prehensile.skin.dress import Dress

ENDS = np.cumsum(LEGS)
THING = "cylinder:r=30mm,h=110mm,mass=0.2"
NAME = "cylinder"


@pytest.fixture(scope="module")
def path():
    return reach_path()


@pytest.fixture(scope="module")
def carried(path):
    return grasp_along(path, THING)


def _opening(clip, time):
    """[rad] mean flexion of the fingers' middle joints at a time."""
    hand = clip.hands[0]
    columns = [k for k, name in enumerate(hand.joint_names) if name.endswith("pip_flex")]
    return hand.q[np.searchsorted(clip.time, time)][columns].mean()


@pytest.mark.long
def test_it_is_carried_from_one_place_to_the_other(carried):
    assert carried.verdict is not None and carried.verdict.ok, carried.verdict
    assert str(carried.verdict).startswith("held: yes")
    assert "put down: yes" in str(carried.verdict)
    assert carried.meta["arm"]["set_down"] and carried.meta["on"] == "table"
    assert carried.meta["bodies"][NAME]["aided_until"] is None  # nothing but contact held it
    z = carried.body(NAME).pose[:, 2]
    at = np.searchsorted(carried.time, [0.0, ENDS[2], ENDS[6] - 0.05])
    assert z[at[1]] - z[at[0]] == pytest.approx(RISE, abs=0.01)
    assert z[at[2]] - z[at[0]] == pytest.approx(0, abs=0.01)  # it stands where it was put
    moved = carried.body(NAME).pose[-1, :3] - carried.body(NAME).pose[0, :3]
    assert np.linalg.norm(moved[:2]) == pytest.approx(np.hypot(0.05, 0.3), abs=0.02)


def test_the_wrist_stays_within_two_millimetres_of_its_path(carried, path):
    """The given path between its keys is known in closed form: many more keys of it."""
    free = carried.finger_force[:, 0].sum(axis=1) + carried.palm_force[:, 0] == 0
    exact = reach_path(480)
    wanted = np.stack([np.interp(carried.time, exact.time, exact.pose[:, k]) for k in range(3)], 1)
    off = np.linalg.norm(carried.hands[0].T_world_forearm[:, :3] - wanted, axis=1)
    assert off[free].max() < 0.002
    assert off.max() < 0.003
    found = path_error(carried, path)
    assert found.free_mm == pytest.approx(1e3 * off[free].max(), abs=0.3)
    assert carried.meta["arm"]["path_error_mm"] < 2


def test_a_wrist_that_is_off_its_path_is_reported(carried, path):
    shifted = WristPath(path.time, path.pose + np.array([0.005, 0, 0, 0, 0, 0, 0]), path.side)
    assert path_error(carried, shifted).free_mm == pytest.approx(5, abs=0.5)


def test_the_keys_keep_their_times(carried, path):
    np.testing.assert_array_equal(carried.time, path.time)


def test_the_hand_opens_closes_and_opens_again(carried):
    begin, end = carried.meta["arm"]["depart"], carried.meta["arm"]["release"]
    gripping = carried.finger_force[:, 0].sum(axis=1) > 1
    assert not gripping[carried.time < carried.meta["arm"]["arrive"]].any()
    assert gripping[(carried.time > begin + 0.1) & (carried.time < end)].all()
    assert not gripping[carried.time > ENDS[5]].any()
    held, before, after = (_opening(carried, t) for t in (3.0, 0.8, ENDS[5]))
    assert held > before + 0.2 and held > after + 0.2


@pytest.mark.long
@pytest.mark.parametrize("grip", [12.0, 24.0])
def test_the_grip_is_in_newtons(path, grip):
    clip = grasp_along(path, THING, grip=grip, tries=1)
    carrying = (clip.time > 2.5) & (clip.time < 4)
    force = clip.finger_force[carrying, 0].sum(axis=1) + clip.palm_force[carrying, 0]
    assert np.median(force) == pytest.approx(grip, rel=0.15)


@pytest.mark.parametrize("suffix", ["csv", "npz", "bvh", "glb"])
def test_every_kind_of_file_is_the_same_path(tmp_path, path, suffix):
    hand = HandSpec.mean("right").build()
    q = np.tile(hand.spec.rest, (len(path.time), 1))
    shot = one_hand_clip(path.time, hand, q, path.pose, {})
    file = tmp_path / f"shot.{suffix}"
    dress = {"dress": Dress(bare=True)} if suffix == "glb" else {}  # a path wears nothing
    writer(file)(shot, file, **dress)
    found = read_wrist_path(file)
    np.testing.assert_allclose(found.time, path.time, atol=1e-6)
    np.testing.assert_allclose(found.pose, path.pose, atol=1e-6)


@pytest.mark.long
def test_a_file_goes_all_the_way(tmp_path, path):
    hand = HandSpec.mean("right").build()
    q = np.tile(hand.spec.rest, (len(path.time), 1))
    shot = one_hand_clip(path.time, hand, q, path.pose, {}).save(tmp_path / "shot.bvh")
    clip = grasp_along(shot, "apple", tries=1)
    assert "held: yes" in str(clip.verdict)
    assert Clip.load(clip.save(tmp_path / "grasp.npz")).n_frames == len(path.time)


@pytest.mark.long
def test_the_object_stands_where_it_is_said_to(path, carried):
    at = carried.meta["arm"]["object_at"]
    clip = grasp_along(path, "ball", at=(at[0], at[1], at[2] + 0.01), tries=3)
    np.testing.assert_allclose(clip.body("ball").pose[0, :3], [*at[:2], at[2] + 0.01], atol=1e-3)
    assert "held: yes" in str(clip.verdict)


@pytest.mark.long
def test_the_clips_own_object_says_where(carried):
    """A clip of ours goes in again: its object stands at the start of its own track."""
    clip = grasp_along(carried, THING, tries=3)
    np.testing.assert_allclose(
        clip.body(NAME).pose[0, :3], carried.body(NAME).pose[0, :3], atol=1e-3
    )
    assert "held: yes" in str(clip.verdict)


@pytest.mark.long
def test_release_when_it_is_told(path):
    clip = grasp_along(path, "apple", release=3.0, tries=4)
    z = clip.body("apple").pose[:, 2]
    at = np.searchsorted(clip.time, [2.95, 4.2])
    assert z[at[0]] - z[at[1]] > 0.1  # it falls out of the air
    assert clip.verdict is not None and clip.verdict.ok, "until then it was held"


@pytest.mark.long
def test_a_left_hand():
    clip = grasp_along(reach_path(side="left"), "apple", tries=1)
    assert clip.hands[0].name == "left"
    assert clip.verdict is not None and clip.verdict.ok, clip.verdict


@pytest.mark.long
def test_a_recorded_arm(reference_data):
    """Somebody's hand on the way to a door: it stops for an eighth of a second."""
    recording = read_motion(reference_data("motion", "dapg_door", "door_demos.npz"), take=0)
    clip = grasp_along(recording, "ball")
    assert clip.verdict is not None and clip.verdict.ok, clip.verdict
    assert clip.meta["arm"]["path_error_mm"] < 2
    np.testing.assert_array_equal(clip.time, recording.time)


@pytest.mark.long
def test_what_falls_when_it_is_let_go_of_is_not_managed(path, monkeypatch):
    """Nothing is there where it is put down: it was held, and that is not enough."""
    real = play.arm_world
    monkeypatch.setattr(play, "arm_world", lambda *args: real(*args[:4], None))
    monkeypatch.setattr(stands, "ROUND_IT", (0.02,))
    clip = grasp_along(path, "box", tries=3, on="table")
    assert clip.verdict is not None
    assert not clip.verdict.ok and not clip.meta["arm"]["set_down"]
    assert "held: yes" in str(clip.verdict) and "put down: no" in str(clip.verdict)


def test_what_it_rests_on_must_be_known(path):
    with pytest.raises(UnknownNameError, match="floor"):
        grasp_along(path, "ball", on="floor")  # pyright: ignore[reportArgumentType]


@pytest.mark.long
def test_a_path_that_ends_too_soon_is_gone_on_with(path):
    """Half a second after it lets go nobody can say whether it stands."""
    short = path.time <= ENDS[4] + 0.5
    cut = WristPath(path.time[short], path.pose[short], path.side)
    clip = grasp_along(cut, "apple", release=float(ENDS[4]), tries=1)
    assert clip.meta["arm"]["run_out"] > 0.5
    assert clip.time[-1] > cut.time[-1] + 0.5
    still = clip.hands[0].T_world_forearm[clip.time >= cut.time[-1], :3]
    assert np.ptp(still, axis=0).max() < 1e-3
    assert clip.verdict is not None and clip.verdict.ok == clip.meta["arm"]["set_down"]


def test_an_object_out_of_reach(path):
    with pytest.raises(InputError, match=r"never comes near the ball: .* 0\.[0-9]+ m"):
        grasp_along(path, "ball", at=(0.6, 0, 0.3))


def test_the_wrong_side(path):
    with pytest.raises(InputError, match=r"right hand.*--hand right"):
        grasp_along(path, "ball", "left")


def test_mounted_things_are_refused(path):
    with pytest.raises(InputError, match="mounted"):
        grasp_along(path, "dial")


def test_bad_numbers(path, tmp_path):
    with pytest.raises(InputError, match="at is"):
        grasp_along(path, "ball", at=(0, 1))
    with pytest.raises(InputError, match="release"):
        grasp_along(path, "ball", release=0.1)
    with pytest.raises(InputError, match="grip"):
        grasp_along(path, "ball", grip=-1)
    with pytest.raises(FileError, match="No such file"):
        grasp_along(tmp_path / "none.csv", "ball")


@pytest.mark.long
def test_same_seed_same_clip(path):
    one, two = (grasp_along(path, "apple", tries=1) for _ in range(2))
    np.testing.assert_array_equal(one.hands[0].q, two.hands[0].q)


def test_the_wrist_of_a_clip(carried, path):
    assert wrist_path(carried).bodies[0].name == NAME
