"""One example of a grasp: a smooth motion, its distance to the object and the states of both."""

from dataclasses import dataclass

import numpy as np

from prehensile.control.example.aperture import Cycle, aperture, find_cycle, pretended_distance
from prehensile.control.example.clip_distance import body_points, clip_distance
from prehensile.control.example.smooth_motion import CUTOFF, SmoothMotion, smooth_motion
from prehensile.control.example.states import GRASPS, Distances, GraspStates, State
from prehensile.errors import InputError
from prehensile.hand.hand import Hand
from prehensile.motion.clip import Clip

AIR = "aperture"
"""What drives an example without an object."""


@dataclass(frozen=True, eq=False)
class GraspExample:
    """T frames of one grasp, ready for the fit."""

    hand: Hand
    motion: SmoothMotion
    distance: np.ndarray
    """(T,) [m], of an object or pretended"""
    release: int
    """frame of the release event; T if the hand never lets go"""
    distances: Distances
    driven_by: str
    """name of the object, or ``aperture``"""

    @property
    def blends(self) -> np.ndarray:
        """(T, 6) B of every frame."""
        return self._run()[1]

    @property
    def states(self) -> np.ndarray:
        """(T,) `State` of every frame."""
        return self._run()[0]

    @property
    def contact(self) -> np.ndarray:
        """(T,) bool: frames whose torques are unknown, because the hand presses on something."""
        return self.states == State.GRIPPING

    @property
    def before_contact(self) -> slice:
        """Frames up to the first with contact."""
        touching = np.flatnonzero(self.contact)
        return slice(0, int(touching[0]) if touching.size else len(self.distance))

    def distance_at(self, time: float) -> float:
        """[m] between frames, linearly; ``time`` [s] from the first frame."""
        return float(np.interp(time, self.motion.time, self.distance))

    @property
    def release_time(self) -> float:
        """[s] of the release event; infinite if there is none."""
        time = self.motion.time
        return float(time[self.release]) if self.release < len(time) else float("inf")

    def _run(self) -> tuple[np.ndarray, np.ndarray]:
        machine = GraspStates(self.distances)
        states, blends = [], []
        for k, distance in enumerate(self.distance):
            if k == self.release:
                machine.release()
            states.append(machine.update(distance))
            blends.append(machine.blend())
        return np.array(states), np.stack(blends)


def grasp_example(
    clip: Clip,
    hand: Hand,
    body: str | None = None,
    hand_name: str | None = None,
    distances: Distances = GRASPS,
    cutoff: float = CUTOFF,
) -> GraspExample:
    """The grasp that a clip shows.

    Args:
        clip: the recording.
        hand: that will replay it.
        body: the object that is grasped; its only body if left out. A clip without bodies is
            driven by the hand's aperture, and one cycle of opening and closing is cut out of it.
        hand_name: which hand of the clip; its only one if left out.
        distances: where the states change.
        cutoff: [Hz] of the zero-phase filter.

    Raises:
        InputError: too short, the wrong side, degrees, no closing, never near the object.
        UnknownNameError: no such hand or body.
    """
    motion = smooth_motion(clip, hand, hand_name, cutoff)
    names = [b.name for b in clip.bodies]
    if body is None and not names:
        return _by_aperture(hand, motion, distances)
    if body is None and len(names) > 1:
        raise InputError(f"say which body of the clip is grasped: {', '.join(names)}.")
    return _by_object(clip, hand, motion, names[0] if body is None else body, distances)


def _by_aperture(hand: Hand, motion: SmoothMotion, distances: Distances) -> GraspExample:
    opening = aperture(hand, motion.q)
    cycle = find_cycle(opening, motion.timestep)
    distance = pretended_distance(opening, cycle, distances)
    part = slice(cycle.start, cycle.end)
    return GraspExample(
        hand=hand,
        motion=motion.cut(cycle.start, cycle.end),
        distance=distance[part],
        release=_release(cycle),
        distances=distances,
        driven_by=AIR,
    )


def _release(cycle: Cycle) -> int:
    return min(cycle.releases, cycle.end) - cycle.start


def _by_object(
    clip: Clip, hand: Hand, motion: SmoothMotion, body: str, distances: Distances
) -> GraspExample:
    track = clip.body(body)
    even = clip.at_times(clip.time[0] + motion.time).body(body)
    distance = clip_distance(hand, motion, even.pose, body_points(track))
    nearest = float(distance.min())
    if nearest > distances.close:
        raise InputError(
            f"the hand never comes nearer to {body!r} than {1e3 * nearest:.0f} mm; a grasp closes "
            f"within {1e3 * distances.close:.0f} mm: check units and frames, or raise D1 and D2."
        )
    touching = np.flatnonzero(distance <= distances.touch)
    if not touching.size:
        # Markers and scans are some millimetres off: the nearest approach is the contact.
        distance = distance - (nearest - distances.touch)
        touching = np.flatnonzero(distance <= distances.touch)
    return GraspExample(
        hand=hand,
        motion=motion,
        distance=distance,
        release=int(touching[-1]) + 1,
        distances=distances,
        driven_by=body,
    )
