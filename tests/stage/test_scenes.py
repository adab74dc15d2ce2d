"""The four scenes, driven beat by beat as a page would drive them."""

import time
from dataclasses import replace

import numpy as np
import pytest

from prehensile.control.place.stand import stand_pose
from prehensile.errors import InputError, PrehensileError
from prehensile.hand.parse import parse_hand
from prehensile.kinematics.forward import pad_positions
from prehensile.kinematics.ik.finger_target import FingerTarget
from prehensile.lie import se3
from prehensile.motion.clip import Clip
from prehensile.skin.hand_rig import hand_rig
from prehensile.skin.rig.rig import joint_transforms
from prehensile.stage import messages as m
from prehensile.stage.scene import SceneOptions
from prehensile.stage.scenes.grasp import GraspStage
from prehensile.stage.simulation import Simulation
from prehensile.stage.takes import Takes
from prehensile.stage.wire import decode
from prehensile.world.catalogue import load_object

FINGERS = ("thumb", "index", "middle", "ring", "little")


class Driver:
    """A page's view of a simulation without a thread."""

    def __init__(self, folder, scene, **options):
        self.simulation = Simulation(Takes(folder), scene, SceneOptions(folder=folder, **options))
        self.heard = []
        self.simulation.open(self)

    def scene_began(self, opening, frame):
        self.opening = [decode(x, m.SERVER_MESSAGES) for x in opening]
        self.frame(frame)

    def frame(self, message):
        self.now = decode(message, m.SERVER_MESSAGES)

    def tell(self, message):
        self.heard.append(decode(message, m.SERVER_MESSAGES))

    def changed(self, topic, message):
        self.tell(message)

    def answer(self, client, message):
        raise AssertionError(decode(message, m.SERVER_MESSAGES).reason)

    def do(self, *messages):
        for message in messages:
            self.simulation.submit(1, message)
        self.simulation.tick()
        return self.now

    def run(self, seconds):
        for _ in range(round(120 * seconds)):
            self.simulation.tick()
        return self.now

    def until(self, phase, seconds=20.0):
        """Simulated seconds; work in the background gets its time too."""
        for _ in range(round(120 * seconds)):
            self.simulation.tick()
            if self.now.phase == phase:
                return self.now
            if self.now.phase == "planning":
                time.sleep(0.01)
        raise AssertionError(f"it never came to {phase!r}; it is {self.now.phase!r}")

    def said(self, kind):
        return [x for x in self.heard if isinstance(x, kind)]

    def recorded(self, seconds):
        """Record for a while; the file and the last frame that a page saw."""
        self.do(m.Record(True))
        self.run(seconds)
        self.do(m.Transport(running=False))
        last = self.now
        self.do(m.Record(False))
        end = time.monotonic() + 120  # the first file of a machine paints the skin, too
        while not (done := [x for x in self.said(m.Recording) if not x.running]):
            assert time.monotonic() < end
            time.sleep(0.02)
        return done[-1], last


def is_same_state(frame, clip):
    """Whether a frame that pages saw is the last frame of a clip."""
    hand = parse_hand("right").build()
    track = clip.hands[0]
    T = joint_transforms(
        hand_rig(hand), hand, track.q[-1], se3.from_pose7(track.T_world_forearm[-1])
    )
    np.testing.assert_allclose(frame.joints[:, :3], T[:, :3, 3], atol=1e-6)
    for k, body in enumerate(clip.bodies):
        np.testing.assert_allclose(frame.bodies[k, :3], body.pose[-1, :3], atol=1e-6)
    if len(frame.group_force):  # a scene without forces shows none
        np.testing.assert_allclose(frame.group_force[:, :5], clip.finger_force[-1], atol=1e-4)


@pytest.fixture(scope="module")
def held(tmp_path_factory):
    """A ball that has been grasped in sequence; tests leave it held."""
    driver = Driver(tmp_path_factory.mktemp("out"), "grasp", object="ball")
    driver.do(m.SetControl("controller", "sequence"))
    first = driver.now
    assert first.phase == "planning"  # nobody waited for the plan
    assert len(first.joints) == 25
    driver.until("ready", 120)
    driver.do(m.PressButton("approach"))
    driver.until("hold")
    driver.run(1.5)
    return driver


@pytest.mark.long
@pytest.mark.parametrize("newtons", [8.0, 30.0, 15.0])
def test_the_grip_slider_is_the_force_that_is_measured(held, newtons):
    held.do(m.SetControl("grip", newtons))
    assert held.run(2.0).group_force.sum() == pytest.approx(newtons, rel=0.1)


@pytest.mark.long
def test_moving_the_slider_up_raises_the_force_at_once(held):
    held.do(m.SetControl("grip", 10.0))
    before = held.run(2.0).group_force.sum()
    held.do(m.SetControl("grip", 40.0))
    assert held.run(0.25).group_force.sum() > before + 3


@pytest.mark.long
def test_arrows_push_outwards_and_add_up_to_the_finger_forces(held):
    held.do(m.SetControl("grip", 20.0))
    frame = held.run(2.0)
    mine = frame.contact_group < 6  # not those of the object with its table
    sizes = np.linalg.norm(frame.contact_force[mine], axis=1)
    by_group = np.bincount(frame.contact_group[mine], sizes, 6)
    # Friction adds to the normal force, up to the coefficient.
    assert (by_group >= frame.group_force[0] - 0.2).all()
    assert (by_group <= 1.5 * frame.group_force[0] + 0.2).all()


@pytest.mark.long
def test_it_lifts_shakes_and_still_holds(held):
    held.do(m.SetControl("grip", 20.0))
    held.run(1.5)
    row = [x.body for x in held.opening if isinstance(x, m.BodyMesh)].index("ball")
    before = held.now.bodies[row, 2]
    held.do(m.PressButton("carry"))
    held.run(1.6)
    assert held.now.bodies[row, 2] - before == pytest.approx(0.15, abs=0.01)
    assert held.now.phase == "hold"
    held.do(m.PressButton("shake"))
    path = np.array([held.run(0.05).bodies[row, :3] for _ in range(50)])
    assert np.ptp(path[:, 0]) > 0.03
    assert held.now.bodies[row, 2] - before == pytest.approx(0.15, abs=0.01)


@pytest.mark.long
def test_the_mouse_spring_pulls_and_shows_its_force(held):
    row = [x.body for x in held.opening if isinstance(x, m.BodyMesh)].index("ball")
    place = held.now.bodies[row, :3].copy()
    target = tuple(float(v) for v in place + np.array([0.0, -0.04, 0.0]))
    held.do(m.Pull("ball", (0.0, 0.0, 0.0), target))
    frame = held.run(0.5)
    anchor, shown_target, force = frame.pull
    np.testing.assert_allclose(anchor, frame.bodies[row, :3], atol=1e-6)
    np.testing.assert_allclose(shown_target, target, atol=1e-6)
    assert force[1] < -0.1
    assert frame.bodies[row, 1] < place[1] - 1e-4
    held.do(m.Pull("ball", (0.0, 0.0, 0.0), None))
    assert held.run(0.1).pull.shape == (0, 3)


@pytest.mark.long
def test_a_recording_ends_with_what_pages_saw_last(held):
    recording, last = held.recorded(0.5)
    held.do(m.Transport(running=True))
    names = [file.removeprefix("takes/") for file in recording.files]
    assert {name.split(".")[1] for name in names} >= {"npz"}
    for name in names:
        if name.endswith(".npz"):
            clip = Clip.load(held.simulation._takes.file(name))
            assert clip.n_frames == recording.frames
            assert clip.time[-1] == pytest.approx(last.time, abs=1e-12)
            is_same_state(last, clip)


@pytest.mark.long
def test_letting_go_drops_it_and_again_puts_it_back(held):
    row = [x.body for x in held.opening if isinstance(x, m.BodyMesh)].index("ball")
    held.do(m.PressButton("let_go"))
    held.run(1.5)
    assert held.now.group_force.sum() < 0.5
    held.do(m.PressButton("again"))
    held.run(0.1)
    expected = stand_pose(load_object("ball"))[:3]
    np.testing.assert_allclose(held.now.bodies[row, :3], expected, atol=1e-3)
    held.until("ready")
    held.do(m.PressButton("approach"))
    held.until("hold")  # without planning anew
    held.run(1.0)


def test_an_object_can_be_pulled_off_its_stand_before_any_grasp(tmp_path):
    driver = Driver(tmp_path, "grasp", object="ball")
    row = driver.opening[0].bodies.index("ball")
    before = driver.now.bodies[row, :3].copy()
    target = before + np.array([0.1, 0.15, 0.2])
    driver.do(m.Pull("ball", (0.0, 0.0, 0.0), tuple(target.tolist())))
    np.testing.assert_allclose(driver.run(2.0).bodies[row, :2], target[:2], atol=5e-3)


@pytest.mark.long
def test_asking_to_approach_while_it_plans_is_remembered(tmp_path, held, monkeypatch):
    planned = held.simulation.scene._plans["sequence", "", "ball", "right"]

    def plan(check):
        time.sleep(0.3)
        return planned

    monkeypatch.setattr(GraspStage, "_planner", lambda self: plan)
    driver = Driver(tmp_path, "grasp", object="ball")
    driver.do(m.SetControl("controller", "sequence"))
    assert driver.do(m.PressButton("approach")).phase == "planning"
    driver.until("approach")


def test_a_plan_that_fails_is_said_and_the_scene_lives(tmp_path, monkeypatch):
    def plan(check):
        raise PrehensileError("no pose of the corpus fits it.")

    monkeypatch.setattr(GraspStage, "_planner", lambda self: plan)
    driver = Driver(tmp_path, "grasp", object="ball")
    driver.until("wait")
    driver.run(0.1)
    assert [x.text for x in driver.said(m.Notice) if x.level == "bad"] == [
        "no pose of the corpus fits it."
    ]
    assert driver.now.running


@pytest.mark.long
def test_another_object_begins_anew_with_its_own_mesh(tmp_path):
    driver = Driver(tmp_path, "grasp", object="ball")
    driver.do(m.SetControl("object", "box"), m.SetControl("hand", "left:p5"))
    driver.run(0.1)
    assert [x.body for x in driver.opening if isinstance(x, m.BodyMesh)] == ["table", "box"]
    assert next(x for x in driver.opening if isinstance(x, m.HandRig)).side == "left"
    driver.simulation.scene.close()


def test_changing_the_object_ends_a_recording_in_good_order(tmp_path):
    driver = Driver(tmp_path, "grasp", object="ball")
    driver.do(m.Record(True))
    driver.run(0.2)
    driver.do(m.SetControl("object", "box"))
    driver.run(0.2)
    assert any("recording ended" in x.text for x in driver.said(m.Notice))
    driver.simulation.scene.close()


@pytest.mark.parametrize("thing", ["ball", "assorted"])
def test_things_wait_above_the_hand_and_fall_one_by_one(tmp_path, thing):
    driver = Driver(tmp_path, "drop", object=thing)
    bodies = [x.body for x in driver.opening if isinstance(x, m.BodyMesh)]
    waiting = driver.run(0.5).bodies[1:, 2].copy()
    assert (np.diff(waiting) > 0.02).all()
    driver.do(m.PressButton("drop"))
    frame = driver.run(0.6)
    assert frame.bodies[1, 2] < waiting[0] - 0.05
    np.testing.assert_allclose(frame.bodies[2:, 2], waiting[1:], atol=1e-3)
    assert len(bodies) == 6
    for _ in range(4):
        driver.do(m.PressButton("drop"))
    driver.run(0.1)
    assert [s.state for s in driver.simulation.scene.steps()] == ["done", "ready"]
    driver.do(m.Transport(reset=True))
    np.testing.assert_allclose(driver.run(0.2).bodies[1:, 2], waiting, atol=1e-3)


def test_a_ball_that_falls_on_the_hand_is_felt(tmp_path):
    driver = Driver(tmp_path, "drop", object="ball")
    driver.do(m.PressButton("drop"))
    felt = max(driver.run(1 / 60).group_force.sum() for _ in range(40))
    assert felt > 0.058 * 9.81


@pytest.mark.long
def test_a_pulled_object_follows_the_mouse(tmp_path):
    """A spring of 3 Hz lets its load sag by g/ω²: 2.8 cm."""
    driver = Driver(tmp_path, "drop", object="ball")
    driver.do(m.PressButton("drop"), m.Pull("ball-1", (0.0, 0.0, 0.0), (0.3, 0.2, 0.4)))
    frame = driver.run(2.5)
    np.testing.assert_allclose(frame.bodies[1, :2], (0.3, 0.2), atol=2e-3)
    assert 0.4 - frame.bodies[1, 2] == pytest.approx(9.81 / (2 * np.pi * 3) ** 2, rel=0.05)
    np.testing.assert_allclose(frame.pull[2], (0, 0, 0.058 * 9.81), atol=0.03)


def test_what_is_mounted_cannot_fall(tmp_path):
    with pytest.raises(InputError, match="mounted"):
        Driver(tmp_path, "drop", object="jar")


@pytest.fixture(scope="module")
def posing(tmp_path_factory):
    driver = Driver(tmp_path_factory.mktemp("out"), "pose")
    end = time.monotonic() + 60
    while driver.simulation.scene._warming is not None and time.monotonic() < end:
        driver.run(0.1)
        time.sleep(0.05)
    return driver


@pytest.mark.parametrize("finger", range(5))
@pytest.mark.parametrize("pose", ["neutral", "tip_pinch"])
def test_a_dragged_fingertip_lands_on_the_mouse(posing, finger, pose):
    """Targets are pads of other poses, so they can be reached."""
    posing.do(m.SetControl("pose", pose))
    before = posing.run(0.05).handles.copy()
    hand = parse_hand("right").build()
    scene = posing.simulation.scene
    q = np.array(scene._q)
    columns = [j for j, name in enumerate(hand.joint_names) if name.startswith(FINGERS[finger])]
    middle = 0.5 * (hand.lower + hand.upper)
    q[columns] = 0.7 * q[columns] + 0.3 * middle[columns]
    target = pad_positions(hand, q, se3.from_pose7(scene._forearm))[0][finger]
    if finger:  # the closed form couples a finger's last two joints
        q, _ = FingerTarget(hand, FINGERS[finger]).place(
            q, target, se3.from_pose7(scene._forearm), reach="nearest"
        )
        target = pad_positions(hand, q, se3.from_pose7(scene._forearm))[0][finger]
    frame = posing.do(m.DragHandle(FINGERS[finger], tuple(float(v) for v in target)))
    np.testing.assert_allclose(frame.handles[finger], target, atol=1e-4)
    others = [k for k in range(5) if k != finger]
    np.testing.assert_allclose(frame.handles[others], before[others], atol=1e-6)


@pytest.mark.long
def test_a_target_out_of_reach_is_missed_by_what_it_says(posing):
    posing.do(m.SetControl("pose", "flat"))
    place = posing.run(0.05).handles[1]
    target = place + np.float32([0, 0, 0.5])
    frame = posing.do(m.DragHandle("index", tuple(float(v) for v in target)))
    miss = np.linalg.norm(frame.handles[1] - target)
    assert frame.phase == f"{1e3 * miss:.1f} mm off"
    frame = posing.do(m.DragHandle("index", None))
    assert frame.phase == "reached"


def test_pinned_fingertips_stay_while_the_wrist_moves(posing):
    posing.do(m.SetControl("pose", "neutral"), m.SetControl("pinned", True))
    before = posing.run(0.05).handles.copy()
    scene = posing.simulation.scene
    towards = se3.from_pose7(scene._forearm)[:3, :3] @ [0.006, 0.0, 0.003]
    target = before[5] + towards
    frame = posing.do(m.DragHandle("wrist", tuple(float(v) for v in target)))
    np.testing.assert_allclose(frame.handles[5], target, atol=1e-6)
    np.testing.assert_allclose(frame.handles[:5], before[:5], atol=1e-4)
    posing.do(m.SetControl("pinned", False))
    frame = posing.do(m.DragHandle("wrist", tuple(float(v) for v in before[5])))
    shift = frame.handles[:5] - before[:5]
    assert np.ptp(shift, axis=0).max() < 3e-3


@pytest.mark.long
def test_poses_can_be_recorded_too(posing):
    recording, last = posing.recorded(0.5)
    posing.do(m.Transport(running=True))
    name = next(f for f in recording.files if f.endswith(".npz")).removeprefix("takes/")
    clip = Clip.load(posing.simulation._takes.file(name))
    assert clip.n_frames == recording.frames
    is_same_state(last, clip)


@pytest.fixture(scope="module")
def clip_file(tmp_path_factory, store):
    """Two and a half seconds of a real grasp."""
    whole = store.grasped("cylinder")
    begun = whole.at_times(whole.time[:300])
    return begun.save(tmp_path_factory.mktemp("clips") / "cylinder.npz")


@pytest.mark.parametrize("fraction", [0.0, 0.33, 0.9, 1.0])
def test_scrubbing_shows_the_clip_at_that_time(tmp_path, clip_file, fraction):
    clip = Clip.load(clip_file)
    driver = Driver(tmp_path, "play", clip=clip_file)
    driver.do(m.Transport(running=False))
    assert driver.opening[0].timeline == pytest.approx(clip.duration)
    k = round(fraction * (clip.n_frames - 1))
    frame = driver.do(m.Transport(seek=float(clip.time[k] - clip.time[0])))
    np.testing.assert_allclose(frame.bodies[1], clip.bodies[1].pose[k], atol=1e-5)
    np.testing.assert_allclose(frame.group_force[0, :5], clip.finger_force[k, 0], atol=1e-4)
    strong = np.linalg.norm(clip.contacts.frame(k).force, axis=1) > 0.01
    assert len(frame.contact_pos) <= strong.sum()


def test_between_two_frames_it_shows_what_resampling_says(tmp_path, clip_file):
    clip = Clip.load(clip_file)
    driver = Driver(tmp_path, "play", clip=clip_file)
    at = 0.5 * (clip.time[40] + clip.time[41])
    driver.do(m.Transport(running=False))
    frame = driver.do(m.Transport(seek=float(at - clip.time[0])))
    oracle = clip.at_times([at])
    hand = parse_hand("right").build()
    T = joint_transforms(
        hand_rig(hand),
        hand,
        oracle.hands[0].q[0],
        se3.from_pose7(oracle.hands[0].T_world_forearm[0]),
    )
    np.testing.assert_allclose(frame.joints[:, :3], T[:, :3, 3], atol=1e-6)


def test_a_clip_loops_or_stops_at_its_end(tmp_path, clip_file):
    driver = Driver(tmp_path, "play", clip=clip_file)
    length = driver.opening[0].timeline
    assert driver.run(length + 0.5).time == pytest.approx(0.5, abs=0.05)
    driver.do(m.SetControl("loop", False))
    assert driver.run(length).time == pytest.approx(length)


def test_recordings_of_the_folder_can_be_chosen(tmp_path, clip_file):
    (tmp_path / "a.npz").write_bytes(clip_file.read_bytes())
    (tmp_path / "b.npz").write_bytes(clip_file.read_bytes())
    (tmp_path / "notes.txt").write_text("not a clip")
    driver = Driver(tmp_path, "play")
    assert set(driver.simulation.scene.controls()[0].choices) == {"a.npz", "b.npz"}
    driver.do(m.SetControl("clip", "a.npz"))
    with pytest.raises(AssertionError, match="passwd"):
        driver.do(m.SetControl("clip", "../../etc/passwd"))


def test_a_clip_that_cannot_be_played_is_refused_in_one_line(tmp_path, clip_file):
    clip = Clip.load(clip_file)
    track = clip.hands[0]
    lacking = replace(track, joint_names=track.joint_names[:-1], q=track.q[:, :-1])
    path = replace(clip, hands=(lacking,)).save(tmp_path / "lacking.npz")
    with pytest.raises(PrehensileError, match="little_dip_flex"):
        Driver(tmp_path, "play", clip=path)
    (tmp_path / "noise.npz").write_bytes(b"PK\x03\x04 nothing")
    for name in ("noise.npz", "absent.npz", "x.txt"):
        with pytest.raises(PrehensileError) as refusal:
            Driver(tmp_path, "play", clip=tmp_path / name)
        assert "\n" not in str(refusal.value)


def test_without_any_clip_it_says_what_to_do(tmp_path):
    with pytest.raises(InputError, match="--clip"):
        Driver(tmp_path, "play")
