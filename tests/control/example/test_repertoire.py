"""Styles made from poses: what they promise of their digits; the files are what is made."""

from functools import cache

import numpy as np
import pytest

from prehensile.control.example import repertoire
from prehensile.control.example.grasp_style import KINDS
from prehensile.control.example.repertoire import RECIPES
from prehensile.control.example.style import RECORDED, STYLES, load_style
from prehensile.hand.corpus import corpus_pose
from prehensile.hand.hand import Hand
from prehensile.hand.joints import DIGITS, joint_digits
from prehensile.kinematics.capsules import hand_capsules
from prehensile.kinematics.forward import pad_positions

HAND = Hand()
style_of_recipe = cache(repertoire.style_of_recipe)
BY_PADS = [name for name, recipe in RECIPES.items() if recipe.kind in ("pinch", "tripod")]


def test_the_repertoire_has_every_kind():
    assert set(STYLES) == {*RECORDED, *RECIPES}
    assert {load_style(name).kind for name in STYLES} == set(KINDS)


@pytest.mark.parametrize("name", RECIPES)
def test_files_are_what_the_tool_makes(name):
    kept, made = load_style(name), style_of_recipe(name)
    np.testing.assert_allclose(kept.setpoints.angle, made.setpoints.angle, atol=1e-6)
    assert (kept.kind, kept.fingers, kept.girth, kept.heaviest) == (
        made.kind,
        made.fingers,
        made.girth,
        made.heaviest,
    )
    assert made.opposed and "corpus" in kept.about


@pytest.mark.parametrize("name", RECIPES)
def test_only_digits_that_take_part_close(name):
    style = style_of_recipe(name)
    wide, grip = style.poses(HAND)
    closes = {DIGITS[d] for d in joint_digits(HAND.joint_names)[np.abs(grip - wide) > 1e-9]}
    assert closes == set(style.fingers)
    for q in (wide, grip):
        assert (q >= HAND.lower).all() and (q <= HAND.upper).all()


@pytest.mark.parametrize("name", BY_PADS)
def test_pads_have_room_for_the_thickest_thing_and_meet_on_the_thinnest(name):
    style = style_of_recipe(name)
    rows = [DIGITS.index(f) for f in style.fingers if f != "thumb"]
    wide, grip = style.poses(HAND)
    apart = []
    for q in (wide, grip):
        pads, _ = pad_positions(HAND, q)
        apart.append(np.linalg.norm(pads[rows].mean(axis=0) - pads[0]))
    assert apart[0] >= style.girth[1] + 0.02
    assert apart[1] < 0.02


@pytest.mark.parametrize("name", BY_PADS)
def test_fingertips_are_level_and_deepest_where_they_close(name):
    """Seen across the line on which they press: none keeps the others off a table."""
    style = style_of_recipe(name)
    rows = [DIGITS.index(f) for f in style.fingers if f != "thumb"]
    wide, grip = style.poses(HAND)
    pads, _ = pad_positions(HAND, corpus_pose(RECIPES[name].pose).q)
    across = pads[rows].mean(axis=0) - pads[0]
    up = np.array([0.0, 0.0, 1.0]) - across * across[2] / (across @ across)
    up /= np.linalg.norm(up)

    def lowest(q: np.ndarray) -> list[float]:
        hands = [hand_capsules(HAND, q, (f,), forearm=False, edges=True) for f in style.fingers]
        return [float(capsules.heights(up).min()) for capsules in hands]

    closed = lowest(grip)
    assert np.ptp(closed) < 0.0075
    for share in (0.0, 0.3, 0.6):
        assert min(lowest(wide + share * (grip - wide))) > min(closed) - 0.004


@pytest.mark.parametrize("name", BY_PADS)
def test_fingers_that_take_no_part_are_higher_over_a_table_than_those_that_do(name):
    style = style_of_recipe(name)
    _, grip = style.poses(HAND)
    height = pad_positions(HAND, grip)[0][:, 2]
    idle = [height[k] for k, f in enumerate(DIGITS) if f not in style.fingers]
    busy = [height[DIGITS.index(f)] for f in style.fingers]
    assert min(idle) > min(busy) + 0.005
