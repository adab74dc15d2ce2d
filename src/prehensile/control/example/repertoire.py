"""Styles made from poses of the taxonomy: a preshape, and the grasp closed onto its virtual object.

There are recordings of a grab and of a pinch; for the other ways in which people hold things there
are poses of the corpus (Feix et al. 2016), each closed onto an object that it was fitted to. Here
such a pose is opened along its own joints until there is room for the thickest thing that the style
is for, and both ends become setpoints. Digits that take no part stay where they are out of the way.
"""

from typing import NamedTuple

import numpy as np

from prehensile.control.example.grasp_style import GraspStyle
from prehensile.control.law.setpoints import Setpoints
from prehensile.hand.corpus import corpus_pose
from prehensile.hand.hand import Hand
from prehensile.hand.joints import DIGITS, joint_digits
from prehensile.kinematics.forward import pad_positions

ROOM = 0.03
"""[m] between the pads of an open hand, beyond the thickest thing: people open so much wider"""
IN_FRONT = ("thumb", "index")
"""Digits of a pinch."""
THUMB_OPENS = {"thumb_cmc_abd": 6.0, "thumb_cmc_flex": -22.0, "thumb_mp_flex": -12.0}
"""[degrees] from the gripping to the open pose, of the thumb"""
FINGER_OPENS = {"mcp": 0.7, "pip": 0.35, "dip": 0.3}
"""Share of their flexion by which a finger's joints open, knuckles most: fingers stay curved"""
SOFTLY_BENT = {"mcp": 16.0, "pip": 26.0, "dip": 14.0}
"""[degrees] of fingers that take no part in a grasp by fingertips: behind those that do, higher
than them over a table"""
STEPS = 24
"""Openings that are tried"""


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
    changes: dict[str, float] = {}
    """[degrees] of joints in the gripping pose, where the corpus' do not serve"""
    opens: dict[str, float] = {}
    """[degrees] added to joints in the open pose, beyond what every style opens"""


RECIPES = {
    "tip_pinch": Recipe(
        "palmar_pinch",
        "pinch",
        IN_FRONT,
        (0.0, 0.03),
        0.1,
        # On the tips and not on the flat of the pads: middle and last joints bent.
        {"index_mcp_flex": 46.0, "index_pip_flex": 44.0, "index_dip_flex": 22.0,
         "thumb_ip_flex": 22.0, "thumb_mp_flex": 12.0},
    ),
    "tripod": Recipe("tripod", "tripod", ("thumb", "index", "middle"), (0.0, 0.05), 0.3),
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
    "disk": Recipe("precision_disk", "disk", DIGITS, (0.04, 0.1), 0.6),
    "sphere": Recipe("power_sphere", "power", DIGITS, (0.05, 0.1), 1.0),
}  # fmt: skip
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
    wide = _opened(hand, grip, recipe)
    neutral = corpus_pose("neutral").q
    six = Setpoints.holding(hand, (neutral, wide, grip, wide, wide, neutral), neutral)
    about = (
        f"pose {recipe.pose!r} of the corpus, closed onto its virtual object and opened along its "
        "own joints; made by tools/make_styles.py"
    )
    return GraspStyle(
        name,
        about,
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


def _opened(hand: Hand, grip: np.ndarray, recipe: Recipe) -> np.ndarray:
    """(dof,) [rad] The least open pose with room for the thickest thing; the widest if none has."""
    change = np.zeros(hand.dof)
    for joint, degrees in THUMB_OPENS.items():
        change[hand.joint_index(joint)] = np.radians(degrees)
    for finger in DIGITS[1:]:
        for joint, share in FINGER_OPENS.items():
            k = hand.joint_index(f"{finger}_{joint}_flex")
            change[k] = -share * grip[k]
    digit = joint_digits(hand.joint_names)
    taking_part = [DIGITS.index(f) for f in recipe.fingers]
    change[~np.isin(digit, taking_part)] = 0.0
    for joint, degrees in recipe.opens.items():
        change[hand.joint_index(joint)] = np.radians(degrees)
    most = np.linspace(0.5, 1.4, STEPS)[:, None]
    poses = np.clip(grip + most * change, hand.lower, hand.upper)
    pads, _ = pad_positions(hand, poses)
    fingers = [d for d in taking_part if d > 0]
    between = np.linalg.norm(pads[:, fingers].mean(axis=1) - pads[:, 0], axis=1)
    wide_enough = (between >= recipe.girth[1] + ROOM) & (recipe.kind != "hook")
    return poses[int(wide_enough.argmax()) if wide_enough.any() else -1]
