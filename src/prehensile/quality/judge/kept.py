"""Did an object stay in the hand while the arm carried it from one place to another?"""

from dataclasses import dataclass

import numpy as np

from prehensile.hand.description import hand_from_json
from prehensile.kinematics.forward import palm_transform
from prehensile.lie import se3, so3
from prehensile.motion.clip import Clip
from prehensile.motion.verdict import Figure
from prehensile.quality.judge.held import MOVED, TURNED
from prehensile.quality.judge.judgement import Judgement
from prehensile.quality.judge.touches import Failure, first_failure, pressing_checks, touches

CARRIED = 0.02
"""[m] The arm must carry it further than this, else nothing is shown."""
LOST = 0.1
"""[s] without any touch after which it is lost"""
HARDER = "grip harder, or let the arm go more slowly"
"""Advice to a hand that loses the object."""
NEARER = "bring the path nearer to the object, or leave its place out"
"""Advice to a hand that does not reach it."""


@dataclass(frozen=True)
class Kept(Judgement):
    """Whether something stayed in the hand, and every number this rests on."""

    WORD = "held"

    seconds: float
    """[s] that it was carried"""
    way: float
    """[m] that the palm went meanwhile, as the crow flies at its farthest"""
    moved: float
    """[m] of the centre of mass in the palm"""
    turned: float
    """[rad] in the palm"""

    @property
    def kept(self) -> bool:
        """Whether it stayed in the hand."""
        return self.ok

    def in_short(self) -> str:
        """How far it was carried, and how it moved in the palm."""
        return (
            f"carried {self.way * 100:.0f} cm for {self.seconds:.1f} s, moved "
            f"{self.moved * 1e3:.1f} mm and turned {np.degrees(self.turned):.1f}° in the palm"
        )

    def figures(self) -> dict[str, Figure]:
        """Carry, motion in the palm and pressing."""
        return {
            "carried for": Figure(self.seconds, "s"),
            "carried": Figure(100 * self.way, "cm"),
            "moved in the palm": Figure(1e3 * self.moved, "mm"),
            "turned in the palm": Figure(float(np.degrees(self.turned)), "°"),
            **self.pressing_figures(),
        }


def judge_kept(clip: Clip, body: str, begin: float, end: float, hand: str | None = None) -> Kept:
    """Judge the part of a clip in which the arm carries the object.

    Same limits as *held*, but over the whole carry and wherever it leads; that it ends in the air
    is not asked for.

    Args:
        clip: with its contacts and ``meta["bodies"]``, as `judge_held` takes it.
        body: the object's name.
        begin: [s] the arm has set out.
        end: [s] the fingers open, or the clip ends.
        hand: who carries; the clip's first hand if left out.

    Raises:
        UnknownNameError: the clip has no such body or hand.
    """
    track = clip.body(body)
    holder = clip.hands[0] if hand is None else clip.hand(hand)
    span = (clip.time >= begin) & (clip.time <= end)
    facts = clip.meta.get("bodies", {}).get(body, {})
    com = np.array(facts.get("com", track.vertices.mean(axis=0).tolist()), dtype=float)
    touch = touches(clip, body, holder.name)
    if not span.any():
        return Kept(Failure("the carry lies outside the clip"), touch.depth, 0, 0, 0, 0, 0)
    times = clip.time[span]
    T_palm = palm_transform(
        hand_from_json(holder.model), holder.q[span], se3.from_pose7(holder.T_world_forearm[span])
    )
    in_palm = se3.inverse(T_palm) @ se3.from_pose7(track.pose[span])
    centre = se3.apply(in_palm, com)
    moved = float(np.linalg.norm(centre - centre[0], axis=-1).max())
    relative = in_palm[0, :3, :3].T @ in_palm[:, :3, :3]
    turned = float(np.linalg.norm(so3.log(relative), axis=-1).max())
    way = float(np.linalg.norm(T_palm[:, :3, 3] - T_palm[0, :3, 3], axis=-1).max())
    touched = np.zeros(clip.n_frames, dtype=bool)
    touched[[k for k, _ in touch.hand]] = True
    gap, since = _longest_gap(times, touched[span])
    aided = facts.get("aided_until")
    failure = first_failure(
        [
            (not touched[span].any(), "the hand never touched it", NEARER),
            (gap > LOST, f"lost at {since:.2f} s", HARDER),
            (way < CARRIED, f"the arm moved only {way * 1e3:.0f} mm with it", ""),
            (moved > MOVED, f"slipped {moved * 1e3:.1f} mm in the palm", HARDER),
            (turned > TURNED, f"turned {np.degrees(turned):.0f}° in the palm", HARDER),
            *pressing_checks(touch),
            (aided is not None and aided >= begin, "it was still being presented or pulled", ""),
        ]
    )
    seconds = float(np.ptp(times))
    return Kept(failure, touch.depth, touch.pressing, seconds, way, moved, turned)


def lift_off(clip: Clip, body: str, begin: float, end: float, hand: str | None = None) -> float:
    """[s] When a body last touched what it stood on, before the longest time in which nothing but
    the hand did; ``begin`` if it was dragged.

    Args:
        clip: with its contacts.
        body: the object's name.
        begin: [s] the arm sets out.
        end: [s] the fingers open, or the clip ends.
        hand: who carries; the clip's first hand if left out.
    """
    holder = clip.hands[0] if hand is None else clip.hand(hand)
    stood = np.zeros(clip.n_frames, dtype=bool)
    stood[[k for k, _ in touches(clip, body, holder.name).others]] = True
    span = (clip.time >= begin) & (clip.time <= end)
    gap, since = _longest_gap(clip.time[span], stood[span])
    return since if gap > LOST else begin


def _longest_gap(times: np.ndarray, touched: np.ndarray) -> tuple[float, float]:
    """[s] The longest time without a touch, and when it began."""
    at = np.concatenate([times[:1], times[touched], times[-1:]])
    k = int(np.diff(at).argmax())
    return float(at[k + 1] - at[k]), float(at[k])
