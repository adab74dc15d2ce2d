"""Was the object held? The one definition, used by commands, tests and benches alike."""

from dataclasses import dataclass
from typing import Any, NamedTuple

import numpy as np

from prehensile.errors import InputError
from prehensile.hand.description import hand_from_json
from prehensile.kinematics.forward import palm_transform
from prehensile.lie import se3, so3
from prehensile.motion.clip import Clip
from prehensile.motion.verdict import Figure
from prehensile.quality.judge.judgement import Judgement
from prehensile.quality.judge.touches import (
    Touches,
    first_failure,
    hand_contacts,
    pressing_checks,
    touches,
)

LIFTED = 0.12
"""[m] the centre of mass has risen at least this much"""
AIR_SECONDS = 2.0
"""[s] that the object is in the air, at least"""
MOVED = 0.01
"""[m] that its centre of mass moves in the palm, at most"""
TURNED = np.radians(15)
"""[rad] that it turns in the palm, at most"""
FRICTION = 0.8
"""Coefficient of friction of the held object, at most"""
CONE = 1.02
"""The tangential force of a contact over friction times its normal force, at most"""
FELT = 0.01
"""[N] of normal force, below which the direction of a contact's force says nothing"""


@dataclass(frozen=True)
class Held(Judgement):
    """Whether something was held, and every number this rests on."""

    WORD = "held"

    lifted: float
    """[m] rise of the centre of mass"""
    moved: float
    """[m] in the palm since lift-off"""
    turned: float
    """[rad] in the palm since lift-off"""
    touching: tuple[str, ...]
    """Segments that touch the object at the end."""

    @property
    def held(self) -> bool:
        """Whether it was held."""
        return self.ok

    def in_short(self) -> str:
        """How far it was lifted, how it moved in the palm, and how many segments touch it."""
        return (
            f"lifted {self.lifted * 100:.1f} cm, moved {self.moved * 1e3:.2f} mm "
            f"and turned {np.degrees(self.turned):.2f}° in the palm, "
            f"{len(self.touching)} segments touch"
        )

    def figures(self) -> dict[str, Figure]:
        """Lift, motion in the palm, pressing and touching."""
        return {
            "lifted": Figure(100 * self.lifted, "cm"),
            "moved in the palm": Figure(1e3 * self.moved, "mm"),
            "turned in the palm": Figure(float(np.degrees(self.turned)), "°"),
            **self.pressing_figures(),
            "segments touching": Figure(len(self.touching), ""),
        }


def judge_held(clip: Clip, body: str, hand: str | None = None) -> Held:
    """Judge a clip in which an object is lifted; it may be put down again.

    Judged is from lift-off, when it last touched what it stood on, to the order to let go, or the
    end of a clip without one.

    Args:
        clip: with its contacts; ``meta["bodies"][body]`` gives the centre of mass ``com`` (else
            the middle of the vertices), ``friction``, and ``aided_until``, the last time [s] at
            which a weld or a spring supported it, as a `Recorder` notes them; ``meta["let_go_at"]``
            is the order [s].
        body: the object's name.
        hand: who should hold it; the clip's first hand if left out.

    Raises:
        UnknownNameError: the clip has no such body or hand.
    """
    track = clip.body(body)
    if not clip.hands:
        raise InputError("the clip has no hand that could hold anything.")
    holder = clip.hands[0] if hand is None else clip.hand(hand)
    facts = clip.meta.get("bodies", {}).get(body, {})
    friction = facts.get("friction")
    com = np.array(facts.get("com", track.vertices.mean(axis=0).tolist()), dtype=float)
    touch = touches(clip, body, holder.name)
    air = _in_the_air(clip, touch, _aided_until(clip, facts))
    judged = slice(air.first, air.order + 1)
    T_body = se3.from_pose7(track.pose)
    T_palm = palm_transform(
        hand_from_json(holder.model),
        holder.q[judged],
        se3.from_pose7(holder.T_world_forearm[judged]),
    )
    height = (T_body @ np.append(com, 1.0))[:, 2]
    lifted = _kept_height(clip.time[air.span], height[air.span]) - float(height[0])
    in_palm = se3.inverse(T_palm) @ T_body[judged]
    com_in_palm = (in_palm @ np.append(com, 1.0))[:, :3]
    moved = float(np.linalg.norm(com_in_palm - com_in_palm[0], axis=1).max())
    turned = float(
        np.linalg.norm(so3.log(in_palm[0, :3, :3].T @ in_palm[:, :3, :3]), axis=-1).max()
    )
    others = sorted({name for k, name in touch.others if k in air.followed_by})
    segments = sorted({name for k, name in touch.hand if k == air.order})
    seconds = float(np.ptp(clip.time[air.span]))
    dropped = not segments or lifted < LIFTED or moved > MOVED or turned > TURNED
    stronger = _advice(clip, body) if dropped else ""
    outside = None if friction is None else _outside_cone(clip, body, holder.name, friction, judged)
    failure = first_failure(
        [
            (not segments, "the hand does not touch it at the end", stronger),
            (air.aided, "it was still being presented or pulled", ""),
            (
                lifted < LIFTED,
                f"lifted {lifted * 100:.1f} cm, {LIFTED * 100:.0f} cm are needed",
                stronger,
            ),
            (
                seconds < AIR_SECONDS and bool(others),
                f"{', '.join(others)} touched it too",
                stronger,
            ),
            (seconds < AIR_SECONDS, f"in the air for {seconds:.1f} s, 2 s are needed", ""),
            (moved > MOVED, f"slipped {moved * 1e3:.1f} mm in the palm", stronger),
            (turned > TURNED, f"turned {np.degrees(turned):.0f}° in the palm", stronger),
            *pressing_checks(touch),
            (friction is None, "its friction is not known", ""),
            (
                friction is not None and friction > FRICTION,
                f"friction is {friction}, more than {FRICTION}",
                "",
            ),
            (
                outside is not None and outside > CONE,
                f"a contact pulled {outside or 0:.2f} times as hard as its friction allows",
                "",
            ),
        ]
    )
    return Held(failure, touch.depth, touch.pressing, lifted, moved, turned, tuple(segments))


class Air(NamedTuple):
    """The longest time in which nothing but a hand carried a body."""

    first: int
    """frame of lift-off"""
    last: int
    """frame before it touched something again"""
    order: int
    """frame of the order to let go, or the clip's last"""
    followed_by: range
    """frames in which something that touched it ended this"""
    aided: bool
    """whether something beside contact supported it last"""

    @property
    def span(self) -> slice:
        """Frames of the clip from lift-off to the next touch."""
        return slice(self.first, self.last + 1)


def _in_the_air(clip: Clip, touch: Touches, aided_until: float) -> Air:
    order = clip.n_frames - 1
    let_go_at = clip.meta.get("let_go_at")
    if let_go_at is not None:
        # The frame before: contacts of the order's own frame are of a hand that opens.
        order = max(int(np.searchsorted(clip.time, float(let_go_at))) - 1, 0)
    supported = clip.time[: order + 1] <= aided_until
    supported[[k for k, _ in touch.others if k <= order]] = True
    edges = np.flatnonzero(np.diff(np.concatenate([[True], supported, [True]]).astype(int)))
    runs = edges.reshape(-1, 2) - [0, 1]  # first and last frame of each
    if not len(runs):
        late = bool(aided_until >= clip.time[order])
        return Air(order, order, order, range(order, order + 1), late)
    spans = clip.time[runs[:, 1]] - clip.time[runs[:, 0]]
    first, last = (int(k) for k in runs[int(spans.argmax())])
    short = bool(spans.max() < AIR_SECONDS)
    aided = short and first > 0 and bool(clip.time[first - 1] <= aided_until)
    return Air(first, last, order, range(max(first - 1, 0), order + 1), aided)


def _kept_height(time: np.ndarray, height: np.ndarray) -> float:
    """[m] above which it stayed for `AIR_SECONDS` in one piece; the top of what lasted less."""
    if np.ptp(time) < AIR_SECONDS:
        return float(height.max())
    ends = np.searchsorted(time, time + AIR_SECONDS - 1e-9)
    return max(float(height[k : e + 1].min()) for k, e in enumerate(ends) if e < len(time))


def _outside_cone(clip: Clip, body: str, hand: str, friction: float, judged: slice) -> float:
    """The largest tangential force of a contact with the hand over what friction allows there."""
    mask, frame = hand_contacts(clip, body, hand)
    inside = mask & (frame >= judged.start) & (frame < judged.stop)
    force, normal = clip.contacts.force[inside], clip.contacts.normal[inside]
    press = (force * normal).sum(axis=1)
    slide = np.linalg.norm(force - press[:, None] * normal, axis=1)
    felt = np.abs(press) > FELT
    allowed = max(friction, 1e-9) * np.abs(press[felt])
    return float((slide[felt] / allowed).max(initial=0.0))


def _advice(clip: Clip, body: str) -> str:
    from prehensile.quality.judge.explain import drop_advice  # here: most things are held

    return drop_advice(clip, body)


def _aided_until(clip: Clip, facts: dict[str, Any]) -> float:
    """[s] until when something else than contact supported the body; minus infinity if never."""
    known = (facts.get("aided_until"), clip.meta.get("released_at"))
    return max((float(t) for t in known if t is not None), default=-np.inf)
