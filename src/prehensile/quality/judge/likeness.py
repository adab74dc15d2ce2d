"""Does a grasp look as a person would do it? Eight items, each measured in the middle of the hold.

No item alone makes a grasp look human; a grasp that breaks one looks wrong to most people: a thumb
that presses nothing, fingers that hang idle, a hand that presses itself, a thing that was shoved or
twisted while the hand closed, joints at their end, a wrist or an elbow where no person has it, and
a small thing that vanishes in the fist.
"""

from collections.abc import Callable, Mapping
from typing import NamedTuple

import numpy as np

from prehensile.errors import InputError
from prehensile.hand.description import hand_from_json
from prehensile.hand.joints import DIGITS, WRIST_JOINTS
from prehensile.kinematics.forward import palm_transform
from prehensile.lie import se3
from prehensile.motion.clip import Clip, HandTrack
from prehensile.motion.tracked_hand import hand_of
from prehensile.motion.verdict import Figure
from prehensile.quality.judge.grip_forces import GripForces, grip_forces

PERSON = (0.0, -1.0, 0.0)
"""(3,) unit, world: from the middle of the table to who stands at it. The long side of the table is
along x; a right hand's things lie with their handles to that person's right, +x."""
THUMB_SHARE = 0.05
"""of the force on the object that the thumb bears, at least"""
FINGER_FORCE = 0.1
"""[N] of every finger that takes part, at least"""
ON_ITSELF = 0.2
"""of the force on the object that the hand exerts on itself, at most"""
TURNED, MOVED = 15.0, 15.0
"""[degrees] and [mm] of the object since it stood free, at most"""
FROM_LIMIT = 2.0
"""[degrees] that every flexing joint keeps from the end of its flexion, at least"""
WRIST_FLEXED, WRIST_DEVIATED = 45.0, 20.0
"""[degrees], at most"""
ELBOW_BELOW, ELBOW_ASIDE = 15.0, 80.0
"""[degrees] of the forearm below the level, and from the person's side, at most"""
LEAST_LEVEL = 0.2
"""Length of the level part of a forearm's direction, below which it comes from no side"""
SMALL = 0.06
"""[m] the longest side of what is held by fingers alone, at most"""
PREPARED = ("slide", "tip")
"""Phases that bring something flat where it can be taken: what they move was meant to move"""
DIGITS_OF_STYLE = {"leap_pinch": ("thumb", "index")}
"""Digits of styles that were made before clips told their fingers; all five of the others"""


class Item(NamedTuple):
    """One thing that was looked at."""

    ok: bool
    figures: Mapping[str, Figure]
    complaint: str
    """what is wrong, if it is"""


class Seen(NamedTuple):
    """What every item is told."""

    clip: Clip
    body: str
    track: HandTrack
    frame: int
    """the middle of the hold"""
    grip: GripForces


class Likeness(NamedTuple):
    """All items by name."""

    items: Mapping[str, Item]

    @property
    def ok(self) -> bool:
        """Whether all are in bounds."""
        return all(item.ok for item in self.items.values())

    @property
    def complaints(self) -> tuple[str, ...]:
        """What is wrong."""
        return tuple(item.complaint for item in self.items.values() if not item.ok)

    @property
    def figures(self) -> dict[str, Figure]:
        """Every number that was measured."""
        return {name: one for item in self.items.values() for name, one in item.figures.items()}

    def __str__(self) -> str:
        wrong = "; ".join(self.complaints)
        return f"looks human: {f'no ({wrong})' if wrong else 'yes'}"


def judge_likeness(clip: Clip, body: str, hand: str | None = None) -> Likeness:
    """Look at a clip in which something is lifted and held.

    Args:
        clip: of the grasp job; ``meta["phases"]`` says when it is lifted and held,
            ``meta["fingers"]`` which digits the style chose (else those that ``meta["example"]``
            has, or all).
        body: the object's name.
        hand: who holds it; the clip's first hand if left out.

    Raises:
        UnknownNameError: the clip has no such body or hand.
        InputError: it has no hand.
    """
    if not clip.hands:
        raise InputError("the clip has no hand that could grasp anything.")
    track = clip.hands[0] if hand is None else clip.hand(hand)
    frame = middle_of_hold(clip)
    seen = Seen(clip, body, track, frame, grip_forces(clip, body, frame, track.name))
    return Likeness({name: look(seen) for name, look in ITEMS.items()})


def middle_of_hold(clip: Clip) -> int:
    """Number of the frame; the last of a clip without a hold."""
    spans = [(begin, end) for name, begin, end in clip.meta.get("phases", []) if name == "hold"]
    if not spans:
        return clip.n_frames - 1
    return min(int(np.searchsorted(clip.time, 0.5 * sum(spans[-1]))), clip.n_frames - 1)


def chosen_fingers(clip: Clip) -> tuple[str, ...]:
    """Digits that the style chose, the thumb left out."""
    told = clip.meta.get("fingers")
    chosen = told if isinstance(told, list) else DIGITS_OF_STYLE.get(clip.meta.get("example", ""))
    return tuple(d for d in DIGITS[1:] if chosen is None or d in chosen)


def thumb_presses(seen: Seen) -> Item:
    """It bears its share of the force."""
    share = seen.grip.by_group["thumb"] / max(seen.grip.total, 1e-9)
    figures = {"thumb's share of the force": Figure(share, "")}
    return Item(share >= THUMB_SHARE, figures, "the thumb does not press it")


def fingers_press(seen: Seen) -> Item:
    """Every finger that the style chose, and at least one for a pinch and two for others."""
    chosen = chosen_fingers(seen.clip)
    force = [seen.grip.by_group[finger] for finger in chosen]
    idle = [f for f, newton in zip(chosen, force, strict=True) if newton < FINGER_FORCE]
    least = 1 if len(chosen) == 1 else 2
    ok = not idle and len(chosen) >= least
    complaint = f"{' and '.join(idle)} idle" if idle else "too few fingers take part"
    return Item(ok, {"weakest finger": Figure(min(force, default=0.0), "N")}, complaint)


def no_self_force(seen: Seen) -> Item:
    """The hand presses the object, not itself."""
    share = seen.grip.on_itself / max(seen.grip.total, 1e-9)
    figures = {"force on itself over force on it": Figure(share, "")}
    return Item(share <= ON_ITSELF, figures, "the hand presses itself")


def stays_as_it_stood(seen: Seen) -> Item:
    """Neither turned nor moved between standing free and the end of the hold, closing included.

    The arm carries the palm from the begin of the lift to the end of the hold. Had the object stood
    still until then and been carried so, it would be where that motion of the palm takes the pose
    in which it stood free. How far its centre of mass and its axes are from there is what counts:
    what closing shoved and twisted, and what slipped since. Lifting itself does not count; nor does
    what a slide to the table's edge did before.
    """
    clip, track = seen.clip, seen.track
    free, lifts, end = _stood_free(clip), _begin_of_lift(clip), clip.last_frame_of("hold")
    hand, forearm = hand_from_json(track.model), se3.from_pose7(track.T_world_forearm[[lifts, end]])
    palm = palm_transform(hand, track.q[[lifts, end]], forearm)
    pose = se3.from_pose7(clip.body(seen.body).pose)
    meant = palm[1] @ se3.inverse(palm[0]) @ pose[free]
    facts = clip.meta.get("bodies", {}).get(seen.body, {})
    middle = clip.body(seen.body).vertices.mean(axis=0)
    com = np.append(np.array(facts.get("com", middle), dtype=float), 1.0)
    moved = 1e3 * float(np.linalg.norm((pose[end] @ com - meant @ com)[:3]))
    turned = float(np.degrees(se3.apart(meant, pose[end])[1]))
    figures = {
        "turned since it stood": Figure(turned, "°"),
        "moved since it stood": Figure(moved, "mm"),
    }
    ok = turned <= TURNED and moved <= MOVED
    return Item(ok, figures, f"it was turned by {turned:.0f}° and moved by {moved:.0f} mm")


def joints_off_their_limits(seen: Seen) -> Item:
    """No flexed joint at the end of its flexion."""
    hand, q = hand_of(seen.track), _angles(seen)
    left = {
        name: float(np.degrees(hand.upper[k] - q[name]))
        for k, name in enumerate(hand.joint_names)
        if name in q and name.endswith("_flex") and name not in WRIST_JOINTS
    }
    if not left:
        return Item(True, {}, "")
    nearest = min(left, key=lambda name: left[name])
    figures = {"flexion left": Figure(left[nearest], "°")}
    return Item(left[nearest] >= FROM_LIMIT, figures, f"{nearest} is at its limit")


def wrist_at_ease(seen: Seen) -> Item:
    """Neither bent nor deviated far."""
    q = _angles(seen)
    flexed, deviated = (abs(np.degrees(q.get(n, 0.0))) for n in ("wrist_flex", "wrist_dev"))
    figures = {
        "wrist flexed": Figure(float(flexed), "°"),
        "wrist deviated": Figure(float(deviated), "°"),
    }
    ok = bool(flexed <= WRIST_FLEXED and deviated <= WRIST_DEVIATED)
    return Item(ok, figures, "the wrist is bent too far")


def forearm_from_the_person(seen: Seen) -> Item:
    """It comes from the side where the person stands, and not from below."""
    towards_elbow = -se3.from_pose7(seen.track.T_world_forearm[seen.frame])[:3, 0]
    below = float(np.degrees(np.arcsin(np.clip(-towards_elbow[2], -1, 1))))
    level = np.array([*towards_elbow[:2], 0.0])
    aside = 0.0
    if (length := float(np.linalg.norm(level))) >= LEAST_LEVEL:
        aside = float(np.degrees(np.arccos(np.clip(level @ PERSON / length, -1, 1))))
    figures = {
        "forearm below the palm": Figure(below, "°"),
        "forearm from the person's side": Figure(aside, "°"),
    }
    ok = below <= ELBOW_BELOW and aside <= ELBOW_ASIDE
    wrong = "below" if below > ELBOW_BELOW else "the far side"
    return Item(ok, figures, f"the forearm comes from {wrong}")


def small_things_in_the_fingers(seen: Seen) -> Item:
    """What is small does not touch the palm."""
    longest = float(np.ptp(seen.clip.body(seen.body).vertices, axis=0).max())
    force = seen.grip.by_group["palm"]
    ok = longest >= SMALL or force <= 0.0
    return Item(ok, {"palm presses with": Figure(force, "N")}, "a small thing is in the fist")


ITEMS: Mapping[str, Callable[[Seen], Item]] = {
    "thumb": thumb_presses,
    "fingers": fingers_press,
    "self_force": no_self_force,
    "undisturbed": stays_as_it_stood,
    "limits": joints_off_their_limits,
    "wrist": wrist_at_ease,
    "forearm": forearm_from_the_person,
    "small": small_things_in_the_fingers,
}
"""The rubric; another item joins here, and nowhere else."""


def _angles(seen: Seen) -> dict[str, float]:
    """[rad] by joint, in the middle of the hold."""
    return dict(zip(seen.track.joint_names, seen.track.q[seen.frame].tolist(), strict=True))


def _stood_free(clip: Clip) -> int:
    """The frame in which the object stood before a hand came to take it."""
    ends = [end for name, _, end in clip.meta.get("phases", []) if name in PREPARED]
    return min(int(np.searchsorted(clip.time, max(ends))), clip.n_frames - 1) if ends else 0


def _begin_of_lift(clip: Clip) -> int:
    begins = [begin for name, begin, _ in clip.meta.get("phases", []) if name == "lift"]
    return min(int(np.searchsorted(clip.time, begins[0])), clip.n_frames - 1) if begins else 0
