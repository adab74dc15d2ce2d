"""What cannot be estimated from is refused in one line, and what can is let through."""

from dataclasses import replace

import numpy as np
import pytest
from tests.compliance.sessions import MadeSession, made_session

from prehensile.capture.recording.recording import Clock, Recording
from prehensile.capture.recording.stream import CLIPPED, MISSING
from prehensile.capture.signals.marks import marked_touches
from prehensile.compliance.recorded.session import session_of
from prehensile.errors import InputError
from prehensile.hand.parse import parse_hand


@pytest.fixture(scope="module")
def made() -> MadeSession:
    return made_session(5, 6, noise=1e-3, force_noise=0.004)


def changed(recording: Recording, stream: str, **fields) -> Recording:
    return recording.with_streams(replace(recording[stream], **fields))


def test_a_sound_session_is_let_through(made) -> None:
    assert len(session_of(made.recording).touches) == 6


def test_a_hand_of_the_other_side(made) -> None:
    other = parse_hand("left").build()
    with pytest.raises(InputError, match=r"right hand.*left"):
        session_of(made.recording, other)


def test_a_hand_that_stands_still(made, rng) -> None:
    still = 0.004 * rng.normal(size=made.recording["angles"].values.shape)
    with pytest.raises(InputError, match="no motion: the hand stands still"):
        session_of(changed(made.recording, "angles", values=still))


def test_a_slow_force_is_told_the_least_rate(made) -> None:
    plate = made.recording["plate"]
    slow = {name: getattr(plate, name)[::25] for name in ("time", "values", "flags")}
    with pytest.raises(InputError, match=r"20 samples a second; .* 50 at least"):
        session_of(changed(made.recording, "plate", rate_hz=20.0, **slow))


@pytest.mark.parametrize("flag", [CLIPPED, MISSING])
def test_a_sensor_that_felt_no_touch(made, flag) -> None:
    plate = made.recording["plate"]
    flags = np.where(np.abs(plate.values[..., 2]) > 0.05, flag, 0).astype(plate.flags.dtype)
    with pytest.raises(InputError, match="'plate' is clipped or missing in every touch"):
        session_of(changed(made.recording, "plate", flags=flags))


@pytest.mark.parametrize("shift", [-0.2, -0.07, 0.07, 0.3])
def test_streams_that_were_never_aligned(made, shift) -> None:
    # Touches are those that the force itself tells, so nothing but the motion disagrees.
    apart = replace(made.recording, clocks={"plate": Clock(shift)}, touches=())
    word = "before" if shift > 0 else "after"
    with pytest.raises(InputError, match=f"fingers stop {1e3 * abs(shift):.0f} ms {word}"):
        session_of(marked_touches(apart))


@pytest.mark.parametrize("shift", [-0.03, 0.02])
def test_what_a_sensor_is_late_is_let_through(made, shift) -> None:
    late = marked_touches(replace(made.recording, clocks={"plate": Clock(shift)}, touches=()))
    assert session_of(late).touches == late.touches


def test_forces_beside_the_touches(made) -> None:
    with pytest.raises(InputError, match="do not fall together"):
        session_of(replace(made.recording, clocks={"plate": Clock(0.4)}))


def test_a_wrong_direction_is_not_taken_for_a_wrong_clock(made) -> None:
    plate = made.recording["plate"]
    wrong = session_of(changed(made.recording, "plate", values=-plate.values))
    assert wrong.touches == made.recording.touches
