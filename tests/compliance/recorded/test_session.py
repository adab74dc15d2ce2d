"""What a recording must have, said in one line where it lacks it."""

from dataclasses import replace

import numpy as np
import pytest
from tests.compliance.sessions import MadeSession, made_session

from prehensile.capture.recording.recording import Clock
from prehensile.capture.recording.stream import CLIPPED
from prehensile.compliance.recorded.session import Reach, WrenchAt, session_of
from prehensile.errors import InputError


@pytest.fixture(scope="module")
def made() -> MadeSession:
    return made_session(seed=2, contacts=2)


def test_forces_act_on_the_hand(made) -> None:
    session = session_of(made.recording)
    load = session.loads["index"]
    touch = session.touches[0]
    pressing = (session.time > touch.onset + 0.1) & (session.time < touch.end - 0.2)
    assert load.force[pressing, 2].mean() > 0.1  # the plate pushes up
    assert load.noise == pytest.approx(0.01, rel=0.2)
    assert session.planned_force(touch) == pytest.approx(load.size[pressing].max(), rel=0.3)


@pytest.mark.parametrize(
    ("change", "said"),
    [
        ({"streams": lambda r: (r["angles"],)}, "no force"),
        ({"streams": lambda r: (r["plate"],)}, "no motion"),
        ({"contacts": lambda r: (), "touches": lambda r: ()}, "names no contact"),
        ({"hand": lambda r: None}, "--hand"),
    ],
)
def test_what_is_missing_is_named(made, change, said) -> None:
    fields = {name: make(made.recording) for name, make in change.items()}
    with pytest.raises(InputError, match=said):
        session_of(replace(made.recording, **fields))


def test_slow_and_foreign_and_unaligned_streams_are_refused(made) -> None:
    recording = made.recording
    angles = recording["angles"]
    slow = replace(angles, time=angles.time[::10], values=angles.values[::10], flags=None)
    with pytest.raises(InputError, match="needs 90"):
        session_of(recording.with_streams(slow))
    foreign = replace(angles, channels=tuple(f"j{k}" for k in range(23)), flags=None)
    with pytest.raises(InputError, match="another hand"):
        session_of(recording.with_streams(foreign))
    with pytest.raises(InputError, match="overlap"):
        session_of(replace(recording, clocks={"plate": Clock(1e5)}))


def test_clipped_samples_are_not_sound(made) -> None:
    plate = made.recording["plate"]
    flags = plate.flags.copy()
    flags[100:200] = CLIPPED
    session = session_of(made.recording.with_streams(replace(plate, flags=flags)))
    sound = session.loads["index"].sound
    assert not sound[100:200].any() and sound[300:].all()


def test_a_long_arm_makes_small_forces_large(rng) -> None:
    """Torques are ten times finer than forces; the least squares must prefer them."""
    force, point = np.array([[0.1, -0.2, 0.5]]), np.array([[0.0, 0.24, 0.0]])
    wrench = np.concatenate([force, np.cross(point, force)], axis=1)
    noisy = wrench.copy()
    noisy[:, [0, 2]] += 0.3  # what the torques know better
    exact = WrenchAt(wrench, np.zeros(3), 0.01)
    assert np.allclose(exact.force_at(np.array([0]), point), force)
    found = WrenchAt(noisy, np.zeros(3), 0.01).force_at(np.array([0]), point)
    assert np.allclose(found, force, atol=1e-3)


def test_a_finger_that_lands_nearer_turns_the_arm_less() -> None:
    reach = Reach(np.zeros(3), np.array([0, 1.0, 0]), 0.3)
    assert np.allclose(reach.correction(np.array([[0.0, 0.15, 0], [0, 0.3, 0]])), [2.0, 1.0])
