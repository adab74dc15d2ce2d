"""Styles made from poses of the taxonomy: a preshape, and the grasp closed onto its virtual object.

There are recordings of a grab and of a pinch; for the other ways in which people hold things there
are poses of the corpus (Feix et al. 2016), each closed onto an object that it was fitted to. Here
such a pose is opened until there is room for the thickest thing that the style is for, and both
ends become setpoints. Digits that take no part stay where they are out of the way.
"""

from collections.abc import Mapping
from types import MappingProxyType
from typing import NamedTuple

import numpy as np

from prehensile.control.example.grasp_style import GraspStyle
from prehensile.control.law.setpoints import Setpoints
from prehensile.hand.corpus import corpus_pose
from prehensile.hand.hand import Hand
from prehensile.hand.joints import DIGITS, joint_digits
from prehensile.kinematics.capsules import hand_capsules
from prehensile.kinematics.forward import pad_positions

ROOM = 0.03
"""[m] between the pads of an open hand, beyond the thickest thing: people open so much wider"""
IN_FRONT = ("thumb", "index")
"""Digits of a pinch."""
THINNEST = 0.012
"""[m] between the pads of a closed hand; what is thinner is pressed by closing on"""
SINKS = 0.006
"""[m] that fingertips go down as they close: what is lower on the way than at its end keeps the
hand too high over a table"""
FOLLOWS = 0.5
"""Of a finger's last joint, how much it opens for what the middle one does"""
WITHIN, STIFF, COUPLED = 0.002, 0.6, 0.15
"""What weighs one in opening: [m] of a pad off its line, [rad] of a joint off its grip, [rad] of a
last joint that does not follow"""
POWER_OPENS = {"mcp": 0.75, "pip": 0.55, "dip": 0.55}
"""Share of their flexion by which fingers open that wrap"""
THUMB_OPENS = {"thumb_cmc_abd": 6.0, "thumb_cmc_flex": -22.0, "thumb_mp_flex": -12.0}
"""[degrees] from the gripping to the open pose, of a thumb that does"""
SOFTLY_BENT = {"mcp": 16.0, "pip": 26.0, "dip": 14.0}
"""[degrees] of fingers that take no part in a grasp by fingertips: behind those that do, higher
than them over a table"""


NONE: Mapping[str, float] = MappingProxyType({})
"""Joints of which nothing is said"""


class Recipe(NamedTuple):
    """What a style of the repertoire is made from."""

    pose: str
    """name in the corpus"""
    kind: str
    """one of `grasp_style.KINDS`"""
    fingers: tuple[str, ...]
    """digits that take part"""
    girth: tuple[float, float]
    """[m] across, of what it is for"""
    heaviest: float
    """[kg] of what it is for"""
    changes: Mapping[str, float] = NONE
    """[degrees] of joints in the gripping pose, where the corpus' do not serve"""
    opens: Mapping[str, float] = NONE
    """[degrees] added to joints in the open pose, beyond what every style opens"""


RECIPES = {
    "tip_pinch": Recipe("inferior_pincer", "pinch", IN_FRONT, (0.0, 0.03), 0.1),
    "tripod": Recipe("tripod", "tripod", DIGITS[:3], (0.0, 0.05), 0.3),
    "quadpod": Recipe("quadpod", "tripod", DIGITS[:4], (0.0, 0.07), 0.5),
    "lateral": Recipe(
        "lateral",
        "lateral",
        IN_FRONT,
        (0.0, 0.02),
        0.3,
        {"index_mcp_abd": 6.0},
        {"index_mcp_abd": -8.0},
    ),
    "hook": Recipe("fixed_hook", "hook", DIGITS[1:], (0.008, 0.04), 5.0),
    "wrap": Recipe("small_diameter", "power", DIGITS, (0.008, 0.045), 5.0),
    "disk": Recipe("precision_disk", "disk", DIGITS, (0.04, 0.1), 0.6),
    "sphere": Recipe("power_sphere", "power", DIGITS, (0.05, 0.1), 1.0),
}
"""By the name of the style."""


def style_of_recipe(name: str) -> GraspStyle:
    """One style of the repertoire, for the mean right hand."""
    recipe = RECIPES[name]
    hand = Hand()
    grip = corpus_pose(recipe.pose).q.copy()
    for joint, degrees in recipe.changes.items():
        grip[hand.joint_index(joint)] = np.radians(degrees)
    if recipe.kind in ("pinch", "tripod"):
        _bend_others(hand, grip, recipe.fingers)
    if recipe.kind in ("pinch", "tripod", "disk"):
        wide, grip = _between_tips(hand, grip, recipe)
        how = "its fingertips levelled, drawn apart for the open pose"
    else:
        wide, how = _less_flexed(hand, grip, recipe), "flexed less for the open pose"
    neutral = corpus_pose("neutral").q
    six = Setpoints.holding(hand, (neutral, wide, grip, wide, wide, neutral), neutral)
    return GraspStyle(
        name,
        f"pose {recipe.pose!r} of the corpus, closed onto its virtual object, {how}; made by "
        "tools/make_styles.py",
        six,
        neutral,
        recipe.kind,
        recipe.fingers,
        recipe.girth,
        recipe.heaviest,
        opposed=True,
    )


def _bend_others(hand: Hand, q: np.ndarray, fingers: tuple[str, ...]) -> None:
    for finger in DIGITS[1:]:
        if finger not in fingers:
            for joint, degrees in SOFTLY_BENT.items():
                q[hand.joint_index(f"{finger}_{joint}_flex")] = np.radians(degrees)


def _less_flexed(hand: Hand, grip: np.ndarray, recipe: Recipe) -> np.ndarray:
    """(dof,) [rad] The open pose where more than fingertips take part."""
    change = np.zeros(hand.dof)
    for joint, degrees in THUMB_OPENS.items():
        change[hand.joint_index(joint)] = np.radians(degrees)
    # A thumb comes to the side of an index that stays bent.
    for finger in DIGITS[1:] if recipe.kind != "lateral" else ():
        for joint, share in POWER_OPENS.items():
            k = hand.joint_index(f"{finger}_{joint}_flex")
            change[k] = -share * grip[k]
    taking_part = [DIGITS.index(f) for f in recipe.fingers]
    change[~np.isin(joint_digits(hand.joint_names), taking_part)] = 0.0
    for joint, degrees in recipe.opens.items():
        change[hand.joint_index(joint)] = np.radians(degrees)
    return np.clip(grip + change, hand.lower, hand.upper)


def _between_tips(hand: Hand, grip: np.ndarray, recipe: Recipe) -> tuple[np.ndarray, np.ndarray]:
    """(dof,) [rad] Open and gripping, fingertips level in both.

    Fingertips take things from tables. Whatever is lower than the others meets the table first and
    keeps them from what lies there, so all reach equally deep below the line, or the disk, on which
    they press, and deepest where they close on the thinnest thing; to open, pads are drawn back.
    """
    pads, _ = pad_positions(hand, grip)
    rows = [DIGITS.index(f) for f in recipe.fingers]
    if recipe.kind == "disk":
        down = -np.linalg.svd(pads[rows] - pads[rows].mean(axis=0))[2][2]
        down *= -np.sign(down[2])
        out = pads[rows] - pads[rows].mean(axis=0)
    else:
        across = pads[rows[1:]].mean(axis=0) - pads[0]
        out = np.array([-across if row == 0 else across for row in rows])
        down = np.array([0.0, 0.0, -1.0]) + across * across[2] / (across @ across)
        down /= np.linalg.norm(down)
    out -= np.outer(out @ down, down)
    size = np.linalg.norm(out, axis=1, keepdims=True)
    out /= size
    now = (2 if recipe.kind == "disk" else 1) * float(size.mean())
    least = max(recipe.girth[0], THINNEST)
    closing, opening = ((v - now) / 2 for v in (least, recipe.girth[1] + ROOM))
    depth = float(np.mean([_depth(hand, grip, row, down) for row in rows]))
    wide, shut = grip.copy(), grip.copy()
    for row, outwards in zip(rows, out, strict=True):
        _bring_tip(hand, shut, row, pads[row] + closing * outwards, outwards, down, depth)
        _bring_tip(hand, wide, row, pads[row] + opening * outwards, outwards, down, depth - SINKS)
    return wide, shut


def _depth(hand: Hand, q: np.ndarray, row: int, down: np.ndarray) -> float:
    """[m] of a digit's farthest point along ``down`` (3,), palm frame."""
    capsules = hand_capsules(hand, q, (DIGITS[row],), forearm=False, edges=True)
    return -float(capsules.heights(-down).min())


def _bring_tip(
    hand: Hand,
    q: np.ndarray,
    row: int,
    pad: np.ndarray,
    out: np.ndarray,
    down: np.ndarray,
    depth: float,
) -> None:
    """Bring a digit's pad to a place (3,) [m] seen along ``down``, and its tip to a depth [m],
    changing its joints of q (dof,) as little as may be.
    """
    from scipy.optimize import least_squares  # here: only who makes styles needs it

    joints = np.flatnonzero(joint_digits(hand.joint_names) == row)
    before, beside = q[joints].copy(), np.cross(down, out)

    def off(angles: np.ndarray) -> np.ndarray:
        q[joints] = angles
        away = pad_positions(hand, q)[0][row] - pad
        missed = np.array([away @ out, away @ beside, _depth(hand, q, row, down) - depth])
        changed = angles - before
        follows = changed[-1] - FOLLOWS * changed[-2]
        return np.concatenate([missed / WITHIN, changed / STIFF, [follows / COUPLED]])

    inside = hand.lower[joints] - 1e-9, hand.upper[joints] + 1e-9
    found = least_squares(off, np.clip(before, *inside), bounds=inside).x
    q[joints] = np.clip(found, hand.lower[joints], hand.upper[joints])
