"""How the hand of a recording moved, unfiltered."""

from dataclasses import dataclass

import numpy as np

from prehensile.capture.recording.recording import Recording
from prehensile.capture.recording.stream import Stream
from prehensile.compliance.recorded.carried_arm import carried_way, stilled
from prehensile.compliance.recorded.digit_calibration import DigitCalibration
from prehensile.compliance.recorded.marker_motion import marker_motion
from prehensile.compliance.recorded.marker_places import marker_places
from prehensile.errors import InputError
from prehensile.hand.hand import Hand
from prehensile.hand.segments import group_of_segment
from prehensile.lie import se3

SLOWEST_HZ = 90.0
"""least rate: with fewer samples a window of 100 ms has not enough for a cubic"""


@dataclass(frozen=True, eq=False)
class HandMotion:
    """Joint angles at even times; NaN where they were not measured."""

    hand: Hand
    time: np.ndarray
    """(T,) [s] by the master's clock"""
    q: np.ndarray
    """(T, dof) [rad]"""
    T_world_forearm: np.ndarray
    """(4, 4) or (T, 4, 4)"""
    calibrations: tuple[DigitCalibration, ...] = ()
    """of digits, where markers told the angles"""


def recorded_motion(recording: Recording, hand: Hand | None, carried: bool = False) -> HandMotion:
    """Angles of a recording: its joint angles, or those that its markers tell.

    Args:
        recording: with either.
        hand: whose sizes are known; found from the markers if left out.
        carried: the forearm of markers goes where the wrist is carried to; else it is held still.

    Raises:
        InputError: it has neither, they are of another hand, or too slow.
    """
    angles = recording.of_kind("joint_angles")
    if angles and hand is not None:
        check_rate(angles[0])
        time = recording.time(angles[0].name)
        forearm = recorded_forearm(recording, time)
        return HandMotion(hand, time, _angles(angles[0], hand), forearm)
    markers = recording.of_kind("markers")
    if not markers:
        raise InputError("the recording has forces but no motion: joint angles or markers.")
    check_rate(markers[0])
    worn, glued = marker_places(markers[0], hand)
    digits = {group_of_segment(contact.segment) for contact in recording.contacts}
    known = hand is not None and "places" in markers[0].sensor
    way = carried_way(markers[0], glued) if carried else None
    seen = markers[0] if way is None else stilled(markers[0], way)
    found = marker_motion(seen, worn, glued, digits, known)
    time = recording.time(markers[0].name)
    forearm = found.T_world_forearm
    if way is not None:
        forearm = np.tile(forearm, (len(way), 1, 1))
        forearm[:, :3, 3] += way
    return HandMotion(found.hand, time, found.q, forearm, found.calibrations)


def _angles(stream: Stream, hand: Hand) -> np.ndarray:
    known = [name for name in hand.joint_names if name in stream.channels]
    if not known:
        raise InputError(
            f"stream {stream.name!r} is of another hand: none of its channels is a joint of ours, "
            f"such as {hand.joint_names[0]}."
        )
    q = np.zeros((stream.n_samples, hand.dof))
    for name in known:
        q[:, hand.joint_index(name)] = stream.channel(name)
    return q


def check_rate(stream: Stream) -> None:
    """Refuse what is too slow to see a contact."""
    if stream.measured_rate < SLOWEST_HZ:
        raise InputError(
            f"stream {stream.name!r} has {stream.measured_rate:.3g} samples a second; compliance "
            f"needs {SLOWEST_HZ:g} at least, 500 to be good."
        )


def recorded_forearm(recording: Recording, time: np.ndarray) -> np.ndarray:
    """(4, 4) or (T, 4, 4) pose of the forearm: a rigid pose of that name, or ``meta``."""
    for stream in recording.of_kind("rigid_poses"):
        if "forearm" in stream.channels:
            held = recording.time(stream.name).searchsorted(time).clip(0, stream.n_samples - 1)
            return se3.from_pose7(stream.channel("forearm")[held])
    pose = recording.meta.get("forearm")
    return np.eye(4) if pose is None else se3.from_pose7(np.asarray(pose, float))
