"""A pinch whose forces are known, read by resistors."""

from dataclasses import replace

import numpy as np
import pytest

from prehensile.capture.recording.recording import CapturedObject, NamedContact, Recording, Touch
from prehensile.capture.recording.stream import CLIPPED, Stream
from prehensile.capture.sensors.fsr import Fsr
from prehensile.compliance.recorded.grasp_forces import grasp_forces
from prehensile.compliance.recorded.hand_motion import HandMotion
from prehensile.compliance.recorded.session import session_of
from prehensile.errors import InputError
from prehensile.hand.hand import Hand
from prehensile.hand.joints import DIGITS
from prehensile.hand.segments import TIP_SEGMENT
from prehensile.kinematics.forward import segment_transforms
from prehensile.lie import se3, so3
from prehensile.mesh.decimate import solid_triangles

RATE, START, END = 200.0, 2.0, 4.0
TIME = np.arange(0, 6, 1 / RATE)
PRESS = {"thumb": 2.0, "index": 2.0}
"""[N] out of the pads"""


def pinch(**changes):
    """A hand that holds a plate against each of two pads, its little finger moved before."""
    hand = Hand()
    q = np.tile(hand.spec.rest, (len(TIME), 1))
    q[TIME < 1.0, hand.joint_index("little_mcp_flex")] += 0.3
    poses = segment_transforms(hand, hand.spec.rest)
    tips = {d: poses[TIP_SEGMENT[d]] for d in PRESS}
    pads = {d: np.asarray(hand.segment(TIP_SEGMENT[d]).pad) for d in PRESS}
    # Two slabs that face the pads make one object, so heavy that a table bears what is left over.
    vertices, faces = [], []
    for k, d in enumerate(PRESS):
        v, f = solid_triangles("box", np.array([0.012, 0.012, 0.002]))
        v = v + pads[d] - [0, 0, 0.002]
        vertices.append(se3.apply(tips[d], v))
        faces.append(f + k * len(v))
    thing = CapturedObject("plates", 1.0, 0.8, "", np.concatenate(vertices), np.concatenate(faces))
    on = (TIME >= START) & (TIME <= END)
    normal = np.zeros((len(TIME), 5))
    for d, force in PRESS.items():
        normal[on, DIGITS.index(d)] = force
    volts = replace(Fsr(), overshoot=0.0).voltage(normal, 0 * normal, 0 * normal)
    volts += 0.002 * np.random.default_rng(0).normal(size=volts.shape)
    pose = np.tile([0, 0, 0, 1.0, 0, 0, 0], (len(TIME), 1))[:, None]
    recording = Recording(
        (
            Stream("angles", "joint_angles", TIME, q, hand.joint_names, rate_hz=RATE),
            Stream("fsr", "voltages", TIME, volts, DIGITS, rate_hz=RATE, frame="sensor"),
            Stream("pose", "rigid_poses", TIME, pose, ("plates",), rate_hz=RATE),
        ),
        contacts=tuple(
            NamedContact(d, TIP_SEGMENT[d], "plates", "fsr", d, tuple(pads[d])) for d in PRESS
        ),
        touches=tuple(Touch(d, START, START, END) for d in PRESS),
        objects=(thing,),
        hand=hand.spec.to_json(),
    )
    return replace(recording, **changes), HandMotion(hand, TIME, q, np.eye(4)), tips


def test_what_presses_is_found_where_it_presses():
    recording, motion, tips = pinch()
    found = grasp_forces(recording, motion)
    middle = np.flatnonzero((TIME > 2.5) & (TIME < 3.5))
    for d, force in PRESS.items():
        out = tips[d][:3, :3] @ [0, 0, 1.0]  # on the hand, into the pad
        along = found[d].force[middle] @ out
        assert along.mean() == pytest.approx(force, rel=0.1)
        across = found[d].force[middle] - along[:, None] * out
        assert np.linalg.norm(across, axis=1).max() < 0.5 * force
        assert not found[d].force[TIME < 1.9].any()
        assert found[d].points[middle, 2].max() < 0
        assert found[d].gain_deviation == pytest.approx(0.1, abs=0.03)


def test_a_session_has_these_loads_whole():
    recording, _, _ = pinch()
    session = session_of(recording)
    load = session.loads["index"]
    assert load.force.shape == (len(TIME), 3)
    assert load.spread is not None and load.points is not None
    assert session.planned_force(session.touches[0]) == pytest.approx(2.0, rel=0.2)


def test_a_stated_gain_deviation_is_carried():
    recording, motion, _ = pinch()
    fsr = replace(recording["fsr"], sensor={"gain_deviation": 0.03})
    found = grasp_forces(recording.with_streams(fsr), motion)
    assert found["index"].gain_deviation <= 0.03


def test_clipped_samples_are_not_sound():
    recording, motion, _ = pinch()
    flags = recording["fsr"].flags.copy()
    flags[500, DIGITS.index("index")] = CLIPPED
    found = grasp_forces(recording.with_streams(replace(recording["fsr"], flags=flags)), motion)
    assert not found["index"].sound[500] and found["thumb"].sound.all()


def test_bad_input_is_said():
    recording, motion, _ = pinch()
    with pytest.raises(InputError, match="mass"):
        things = (recording.objects[0]._replace(mass=0.0),)
        grasp_forces(replace(recording, objects=things), motion)
    with pytest.raises(InputError, match="one captured object"):
        grasp_forces(replace(recording, objects=()), motion)
    with pytest.raises(InputError, match="pose"):
        streams = tuple(s for s in recording.streams if s.name != "pose")
        grasp_forces(replace(recording, streams=streams), motion)
    with pytest.raises(InputError, match="never seen"):
        grasp_forces(recording, replace(motion, q=np.full_like(motion.q, np.nan)))
    with pytest.raises(InputError, match="channel"):
        contacts = tuple(c._replace(channel="toe") for c in recording.contacts)
        grasp_forces(replace(recording, contacts=contacts), motion)


def test_the_object_may_be_turned_without_changing_what_is_found():
    recording, motion, _ = pinch()
    R = so3.exp(np.array([0.3, -0.5, 0.8]))
    thing = recording.objects[0]
    assert thing.vertices is not None
    turned = thing._replace(vertices=thing.vertices @ R)
    pose = np.tile(np.concatenate([np.zeros(3), so3.to_quat(R)]), (len(TIME), 1))[:, None]
    streams = recording.with_streams(replace(recording["pose"], values=pose)).streams
    one = grasp_forces(recording, motion)["thumb"].force
    two = grasp_forces(replace(recording, streams=streams, objects=(turned,)), motion)["thumb"]
    np.testing.assert_allclose(two.force, one, atol=0.05)
