"""Sessions end to end: truth, recording, same seed same bytes."""

import ast
from pathlib import Path

import numpy as np
import pytest

import prehensile.capture.lab
from prehensile.capture.lab.session import RECORDING, TRUTH, lab_session, write_session
from prehensile.capture.lab.touches import contact_force
from prehensile.capture.lab.truth import Truth
from prehensile.capture.recording.recording import Recording
from prehensile.errors import FileError, InputError, UnknownNameError
from prehensile.hand.segments import TIP_SEGMENT
from prehensile.kinematics.forward import segment_transforms
from prehensile.kinematics.jacobian import point_jacobian
from prehensile.lie import se3
from prehensile.motion.tracked_hand import hand_of


@pytest.fixture(scope="module")
def explored():
    return lab_session("explore", 7, contacts=4)


def test_every_touch_is_there_and_has_the_thesis_size(explored):
    truth = explored.truth
    assert len(truth.touches) == len(truth.plans) == 4
    force = -contact_force(truth.clip, f"right/{TIP_SEGMENT['index']}", "plank")[:, 2]
    for touch, plan in zip(truth.touches, truth.plans, strict=True):
        during = (truth.clip.time >= touch.onset) & (truth.clip.time <= touch.end)
        assert plan["spoiled"] == "light" or 0.1 < force[during].max() < 4
        share = (touch.onset - plan["start"]) / plan["seconds"]
        assert share == pytest.approx(plan["share"], abs=0.03)
        assert touch.onset <= touch.settled <= touch.onset + 0.1 + 1e-9


def test_at_rest_the_hand_obeys_the_truth(explored):
    # Oracle: (4.4) and (4.6), θ − θ_r = C Jᵀ f, while a finger presses and nothing moves.
    truth = explored.truth
    clip, hand = truth.clip, hand_of(truth.clip.hands[0])
    reference, _ = truth.reference.at(clip.time)
    compliance = np.array([truth.compliance[n] for n in hand.joint_names])
    name = f"right/{TIP_SEGMENT['index']}"
    checked = 0
    for plan in truth.plans:
        if plan["spoiled"]:
            continue
        k = int(np.searchsorted(clip.time, plan["start"] + plan["seconds"] + 0.5))
        frame = clip.contacts.frame(k)
        force = -contact_force(clip, name, "plank")[k]  # on the finger
        T = se3.from_pose7(clip.hands[0].T_world_forearm[k])
        q = clip.hands[0].q[k]
        T_tip = segment_transforms(hand, q, T)[TIP_SEGMENT["index"]]
        local = se3.apply(se3.inverse(T_tip), frame.pos[0])
        J = point_jacobian(hand, q, TIP_SEGMENT["index"], local, T)[:3]
        off = q - reference[k] - compliance * (J.T @ force)
        index = [hand.joint_index(f"index_{j}_flex") for j in ("mcp", "pip", "dip")]
        assert np.abs(off[[hand.joint_index("wrist_flex"), *index]]).max() < np.radians(0.15)
        checked += 1
    assert checked >= 2


def test_same_seed_same_bytes(explored, tmp_path):
    again = lab_session("explore", 7, contacts=4)
    for folder, session in (("a", explored), ("b", again)):
        (tmp_path / folder).mkdir()
        write_session(session, tmp_path / folder)
    for name in (RECORDING, TRUTH):
        assert (tmp_path / "a" / name).read_bytes() == (tmp_path / "b" / name).read_bytes()
    truth = Truth.load(tmp_path / "a" / TRUTH)
    assert truth.compliance == explored.truth.compliance
    assert truth.touches == explored.truth.touches
    times = truth.clip.time
    np.testing.assert_array_equal(truth.reference.at(times)[0], again.truth.reference.at(times)[0])
    loaded = Recording.load(tmp_path / "a" / RECORDING)
    assert loaded.names == explored.recording.names and loaded.touches == ()


def test_a_recording_holds_no_truth(explored):
    recording = explored.recording
    assert not recording.touches
    assert set(recording.meta) == {"software", "task", "lab"}
    assert set(recording.meta["lab"]) == {"seed", "configuration"}


def test_clocks_are_known_up_to_the_latency(explored):
    recording, truth = explored.recording, explored.truth
    arm = recording["torque_arm"]
    true = -contact_force(truth.clip, f"right/{TIP_SEGMENT['index']}", "plank")[:, 2]
    at = np.interp(recording.time("torque_arm"), truth.clip.time, true)
    felt = arm.channel("z")
    assert np.corrcoef(at, felt)[0, 1] > 0.99
    own = np.interp(arm.time, truth.clip.time, true)
    assert np.abs(felt - at).mean() < np.abs(felt - own).mean()


def test_unaligned_clocks_are_left_open():
    recording = lab_session("explore", 7, contacts=1, aligned=False).recording
    assert not recording.clocks


@pytest.mark.parametrize(
    ("wrong", "error"),
    [
        ({"task": "nix"}, UnknownNameError),
        ({"task": "explore", "sensors": ["nix"]}, UnknownNameError),
        ({"task": "explore", "contacts": 0}, InputError),
        ({"task": "explore", "seed": -1}, InputError),
    ],
)
def test_bad_input(wrong, error):
    with pytest.raises(error):
        lab_session(**wrong)


def test_a_clip_is_not_a_truth(explored, tmp_path):
    path = explored.truth.clip.save(tmp_path / "clip.npz")
    with pytest.raises(FileError, match="not a truth"):
        Truth.load(path)


def test_the_lab_knows_nothing_of_the_estimators():
    for file in Path(prehensile.capture.lab.__file__).parent.rglob("*.py"):
        for node in ast.walk(ast.parse(file.read_text())):
            names = [a.name for a in node.names] if isinstance(node, ast.Import) else []
            names += [node.module or ""] if isinstance(node, ast.ImportFrom) else []
            for name in names:
                assert "signals" not in name and "compliance" not in name, file
