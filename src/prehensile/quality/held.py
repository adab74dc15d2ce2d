"""Was the object held? The one definition, used by commands, tests and benches alike."""

from typing import Any, NamedTuple

import numpy as np

from prehensile.errors import InputError
from prehensile.hand.description import hand_from_json
from prehensile.kinematics.forward import palm_transform
from prehensile.lie import se3, so3
from prehensile.motion.clip import Clip
from prehensile.motion.verdict import Figure, Verdict
from prehensile.quality.touches import first_failure, pressing_checks, pressing_figures, touches

LIFTED = 0.12
"""[m] the centre of mass has risen at least this much"""
STILL_SECONDS = 2.0
"""[s] at the end, over which the object must stay still in the palm"""
MOVED = 0.01
"""[m] in the palm, at most"""
TURNED = np.radians(15)
"""[rad] in the palm, at most"""
FRICTION = 0.8
"""at most"""


class Held(NamedTuple):
    """Whether something was held, and every number this rests on."""

    held: bool
    reason: str
    """Why not; empty if held."""
    lifted: float
    """[m] rise of the centre of mass"""
    moved: float
    """[m] in the palm over the last two seconds"""
    turned: float
    """[rad] in the palm over the last two seconds"""
    penetration: float
    """[m] deepest contact with the hand, at any time"""
    pressing: float
    """[N] strongest single segment, at any time"""
    touching: tuple[str, ...]
    """Segments that touch the object at the end."""
    advice: str = ""
    """What to do about it; empty where there is nothing to say."""

    def __str__(self) -> str:
        if self.held:
            return (
                f"held: yes (lifted {self.lifted * 100:.1f} cm, moved {self.moved * 1e3:.2f} mm "
                f"and turned {np.degrees(self.turned):.2f}° in the palm, "
                f"{len(self.touching)} segments touch)"
            )
        return f"held: no ({self.reason})"

    @property
    def verdict(self) -> Verdict:
        """The same for any clip."""
        figures = {
            "lifted": Figure(100 * self.lifted, "cm"),
            "moved in the palm": Figure(1e3 * self.moved, "mm"),
            "turned in the palm": Figure(float(np.degrees(self.turned)), "°"),
            **pressing_figures(self.penetration, self.pressing),
            "segments touching": Figure(len(self.touching), ""),
        }
        return Verdict(self.held, str(self), self.reason, self.advice, figures)


def judge_held(clip: Clip, body: str, hand: str | None = None) -> Held:
    """Judge a clip that ends with the object in the air.

    Args:
        clip: with its contacts; ``meta["bodies"][body]`` gives the centre of mass ``com`` (else
            the middle of the vertices), ``friction``, and ``aided_until``, the last time [s] at
            which a weld or a spring supported it, as a `Recorder` notes them.
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
    T_body = se3.from_pose7(track.pose)
    T_palm = palm_transform(
        hand_from_json(holder.model), holder.q, se3.from_pose7(holder.T_world_forearm)
    )
    end = clip.time >= clip.time[-1] - STILL_SECONDS
    height = (T_body @ np.append(com, 1.0))[:, 2]
    lifted = float(height[end].min() - height[0])
    in_palm = se3.inverse(T_palm[end]) @ T_body[end]
    com_in_palm = (in_palm @ np.append(com, 1.0))[:, :3]
    moved = float(np.linalg.norm(com_in_palm - com_in_palm[0], axis=1).max())
    turned = float(
        np.linalg.norm(so3.log(in_palm[0, :3, :3].T @ in_palm[:, :3, :3]), axis=-1).max()
    )
    touch = touches(clip, body, holder.name)
    others = sorted({name for k, name in touch.others if end[k]})
    segments = sorted({name for k, name in touch.hand if k == clip.n_frames - 1})
    dropped = not segments or lifted < LIFTED or moved > MOVED or turned > TURNED
    stronger = _advice(clip, body) if dropped else ""
    failure = first_failure(
        [
            (not segments, "the hand does not touch it at the end", stronger),
            (
                lifted < LIFTED,
                f"lifted {lifted * 100:.1f} cm, {LIFTED * 100:.0f} cm are needed",
                stronger,
            ),
            (bool(others), f"{', '.join(others)} touched it too", ""),
            (moved > MOVED, f"slipped {moved * 1e3:.1f} mm in the palm in the last 2 s", stronger),
            (
                turned > TURNED,
                f"turned {np.degrees(turned):.0f}° in the palm in the last 2 s",
                stronger,
            ),
            *pressing_checks(touch),
            (friction is None, "its friction is not known", ""),
            (
                friction is not None and friction > FRICTION,
                f"friction is {friction}, more than {FRICTION}",
                "",
            ),
            (
                _aided(clip, facts, since=float(clip.time[end][0])),
                "it was still being presented or pulled",
                "",
            ),
        ]
    )
    return Held(
        not failure.reason,
        failure.reason,
        lifted,
        moved,
        turned,
        touch.depth,
        touch.pressing,
        tuple(segments),
        failure.advice,
    )


def _advice(clip: Clip, body: str) -> str:
    from prehensile.quality.explain import drop_advice  # here: most things are held

    return drop_advice(clip, body)


def _aided(clip: Clip, facts: dict[str, Any], since: float) -> bool:
    """Whether something else than contact supported the body at that time [s] or later."""
    aided_until, released_at = facts.get("aided_until"), clip.meta.get("released_at")
    return (aided_until is not None and aided_until >= since) or (
        released_at is not None and released_at > since
    )
