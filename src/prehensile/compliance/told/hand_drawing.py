"""A hand in outline with the endpoint compliance of its fingertips, as SVG (4.7).

An ellipse is the shadow of all places where a force of one newton, in whatever direction, would
move a fingertip, at the same scale as the hand. Thin ones are draws from the estimate's covariance.
"""

from collections.abc import Sequence
from typing import NamedTuple

import numpy as np

from prehensile.compliance.told.axes import line, svg, text
from prehensile.hand.hand import Hand
from prehensile.hand.segments import DIGITS, FOREARM, PALM, TIP_SEGMENT, group_of_segment
from prehensile.kinematics.capsules import Capsules, segment_capsules
from prehensile.kinematics.forward import segment_transforms

PX = 2200.0
"""px a metre"""
EDGE = 14
SKIN, OUTLINE, PLATE, SOFT, DRAWN = "#efe2d3", "#8b7a68", "#b9b4aa", "#d55e00", "#d55e00"
BAR = 0.02
"""[m] of the scale"""


class Soft(NamedTuple):
    """A point of the hand and how it gives way."""

    at: np.ndarray
    """(3,) [m] world"""
    compliance: np.ndarray
    """(3, 3) [m/N]"""
    draws: np.ndarray
    """(D, 3, 3) [m/N] that might as well be true"""
    plate: np.ndarray | None = None
    """(3,) unit, world: out of the flat thing that it touches; None where there is none"""


class View(NamedTuple):
    """Unit vectors (3,) of the page: to the right, upwards, and to the reader."""

    right: np.ndarray
    up: np.ndarray
    near: np.ndarray

    def flat(self, points: np.ndarray) -> np.ndarray:
        """(..., 2) [m] on the page, y upwards."""
        return np.stack([points @ self.right, points @ self.up], axis=-1)


def hand_views(hand: Hand, q: np.ndarray, T: np.ndarray, up: np.ndarray | None) -> list[View]:
    """From the thumb's side, and from above.

    Args:
        hand: whose.
        q: (dof,) [rad]
        T: (4, 4) T_world_forearm.
        up: (3,) unit, world; the back of the hand's direction if left out.
    """
    poses = segment_transforms(hand, q, T)
    up = poses[PALM][:3, 2] if up is None else up
    across = poses[PALM][:3, 1]
    thumb = poses[TIP_SEGMENT[DIGITS[0]]][:3, 3] - poses[PALM][:3, 3]
    near = across - (across @ up) * up
    near = near / np.linalg.norm(near) * (1.0 if thumb @ across > 0 else -1.0)
    right = np.cross(up, near)
    return [View(right, up, near), View(right, -near, up)]


def hand_drawing(hand: Hand, q: np.ndarray, T: np.ndarray, soft: Sequence[Soft], view: View) -> str:
    """The drawing.

    Args:
        hand: whose.
        q: (dof,) [rad] posture.
        T: (4, 4) T_world_forearm.
        soft: points that give way.
        view: from which side.
    """
    groups = _capsules(hand, q, T)
    ends = np.concatenate([np.concatenate([c.start, c.end]) for c in groups.values()])
    radii = np.concatenate([np.tile(c.radius, 2) for c in groups.values()])
    flat = view.flat(ends)
    reach = [np.abs(_shadow(G, view)).max() for one in soft for G in (one.compliance, *one.draws)]
    round_ = [view.flat(one.at) + s * max(reach) for one in soft for s in (-1, 1)]
    low = np.min([*(flat - radii[:, None]), *round_], axis=0)
    high = np.max([*(flat + radii[:, None]), *round_], axis=0)
    width, height = (high - low) * PX + 2 * EDGE

    def page(points: np.ndarray) -> np.ndarray:
        on = (view.flat(points) - low) * PX + EDGE
        return np.stack([on[..., 0], height - on[..., 1]], axis=-1)

    order = sorted(groups.values(), key=lambda c: float(((c.start + c.end) @ view.near).max()))
    body = [_plate(one, view, page, width) for one in soft]
    body += [_group(c, page) for c in order]
    body += [_ellipses(one, view, page) for one in soft]
    x, y = EDGE, height - 6
    body.append(line((x, x + BAR * PX), (y, y), "#444", 2) + text(x, y - 5, f"{1e3 * BAR:g} mm"))
    return svg(width, height, "".join(body), "the hand with endpoint compliance ellipses")


def _capsules(hand: Hand, q: np.ndarray, T: np.ndarray) -> dict[str, Capsules]:
    """Of each digit and the palm, world; without the forearm."""
    poses = segment_transforms(hand, q, T)
    found: dict[str, list[Capsules]] = {}
    for name, segment in hand.segments.items():
        mine = segment_capsules(segment)
        if name != FOREARM and len(mine.radius):
            found.setdefault(group_of_segment(name), []).append(mine.moved(poses[name]))
    return {
        group: Capsules(*(np.concatenate(parts) for parts in zip(*several, strict=True)))
        for group, several in found.items()
    }


def _group(capsules: Capsules, page) -> str:
    """Outlines first, then what fills them: joints show no lines."""
    start, end = page(capsules.start), page(capsules.end)
    strokes = [
        f'<path d="M{a[0]:.1f} {a[1]:.1f}L{b[0] + 0.01:.2f} {b[1]:.1f}" stroke="{color}" '
        f'stroke-width="{2 * PX * r + wider:.1f}" stroke-linecap="round"/>'
        for color, wider in ((OUTLINE, 2.4), (SKIN, 0.0))
        for a, b, r in zip(start, end, capsules.radius, strict=True)
    ]
    return "".join(strokes)


def _shadow(G: np.ndarray, view: View) -> np.ndarray:
    """(2, 2) [m/N] half axes of the ellipse that the ellipsoid G n, |n| = 1, casts; as columns."""
    U, s, _ = np.linalg.svd(np.stack([view.right, view.up]) @ G, full_matrices=False)
    return U * s


def _ellipses(soft: Soft, view: View, page) -> str:
    at = page(soft.at)
    parts = [
        _ellipse(at, _shadow(G, view), f'fill="none" stroke="{DRAWN}" stroke-opacity="0.35"')
        for G in soft.draws
    ]
    style = f'fill="{SOFT}" fill-opacity="0.25" stroke="{SOFT}" stroke-width="2"'
    parts.append(_ellipse(at, _shadow(soft.compliance, view), style))
    parts.append(f'<circle cx="{at[0]:.1f}" cy="{at[1]:.1f}" r="2.5" fill="#222"/>')
    return "".join(parts)


def _ellipse(at: np.ndarray, axes: np.ndarray, style: str) -> str:
    long, short = np.linalg.norm(axes, axis=0) * PX
    angle = -np.degrees(np.arctan2(axes[1, 0], axes[0, 0]))
    return (
        f'<ellipse rx="{long:.1f}" ry="{short:.1f}" {style} '
        f'transform="translate({at[0]:.1f} {at[1]:.1f}) rotate({angle:.1f})"/>'
    )


def _plate(soft: Soft, view: View, page, width: float) -> str:
    """The edge of what is touched, where it is seen from the side."""
    if soft.plate is None or abs(float(soft.plate @ view.up)) < 0.9:
        return ""
    y = float(page(soft.at)[1])
    return line((0, width), (y, y), PLATE, 3)
