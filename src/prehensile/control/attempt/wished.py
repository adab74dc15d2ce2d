"""Whether a played clip meets what someone wanted, and the words for it."""

from dataclasses import replace

import numpy as np

from prehensile.control.place.sought import WITHIN, Met, Sought
from prehensile.hand.description import hand_from_json
from prehensile.kinematics.forward import palm_transform
from prehensile.lie import se3
from prehensile.motion.clip import Clip
from prehensile.motion.verdict import Figure, Verdict
from prehensile.quality.judge.touches import hand_contacts

AWAY = 0.1
"""[m] of the palm from where it closes: how far back the direction is taken that it came from"""
UNITS = {"where": "mm", "avoid": "N", "approach": "°"}
"""What a wish is measured by; a named part by the share of the force"""


def met_wishes(clip: Clip, body: str, sought: Sought) -> dict[str, Met]:
    """What a clip makes of the wishes about places and the way in, by the wish's name.

    Contacts are those in the middle of the hold.

    Args:
        clip: with its contacts.
        body: the object's name.
        sought: what was wanted.
    """
    found = sought.met_by(*pressed_at(clip, body))
    wanted = sought.wishes.comes_from(hand_from_json(clip.hands[0].model).side)
    if wanted is not None:
        cosine = float(np.clip(came_from(clip) @ wanted, -1, 1))
        off = float(np.degrees(np.arccos(cosine)))
        found["approach"] = Met(cosine >= WITHIN, off, f"came {off:.0f}° beside it")
    return found


def pressed_at(clip: Clip, body: str) -> tuple[np.ndarray, np.ndarray]:
    """Where the hand presses in the middle of the hold, (N, 3) [m] body frame, and how hard, (N,)
    [N] along the normals.
    """
    frame = (_begin_of(clip, "hold") + clip.last_frame_of("hold")) // 2
    mask, frames = hand_contacts(clip, body, clip.hands[0].name)
    mine = mask & (frames == frame)
    T = se3.inverse(se3.from_pose7(clip.body(body).pose[frame]))
    force = np.abs(np.einsum("ni,ni->n", clip.contacts.force[mine], clip.contacts.normal[mine]))
    return se3.apply(T, clip.contacts.pos[mine]), force


def came_from(clip: Clip) -> np.ndarray:
    """(3,) unit, world: from where the palm was when the hand began to close back to where it was
    `AWAY` from there.
    """
    track = clip.hands[0]
    before = slice(0, _begin_of(clip, "close") + 1)
    T = palm_transform(
        hand_from_json(track.model), track.q[before], se3.from_pose7(track.T_world_forearm[before])
    )
    off = T[:, :3, 3] - T[-1, :3, 3]
    far = np.linalg.norm(off, axis=1)
    beyond = np.flatnonzero(far >= AWAY)
    k = int(beyond[-1]) if len(beyond) else int(far.argmax())
    return off[k] / max(float(far[k]), 1e-9)


def _begin_of(clip: Clip, phase: str) -> int:
    """The first frame of a phase; the last of the clip if there is none."""
    begins = [begin for name, begin, _ in clip.meta.get("phases", []) if name == phase]
    last = clip.n_frames - 1
    return min(int(np.searchsorted(clip.time, begins[0])), last) if begins else last


def and_wishes(verdict: Verdict, met: dict[str, Met]) -> Verdict:
    """The verdict with a word for every wish."""
    line, figures = verdict.line, dict(verdict.figures)
    for name, one in met.items():
        line += f"; {name}: {'met' if one.ok else f'not met ({one.said})'}"
        share = name == "where" and one.said.count("%")
        figures[name] = Figure(one.off, "" if share else UNITS[name])
    return replace(verdict, line=line, figures=figures)
