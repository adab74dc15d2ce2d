"""One hand shape laid against an object in several ways."""

from dataclasses import replace

import numpy as np
import pytest

from prehensile.control.attempt.content_digest import content_digest
from prehensile.control.example.style import load_style
from prehensile.control.law.setpoints import Setpoints
from prehensile.control.live.sized_setpoints import opposition_of
from prehensile.control.place import style_candidates as module
from prehensile.control.place.stand import stand_pose
from prehensile.control.place.style_candidates import style_candidates
from prehensile.control.worked_out import work_remembered
from prehensile.hand.hand import Hand
from prehensile.lie import se3
from prehensile.world.catalogue import load_object

HAND = Hand()
STYLE = load_style("leap_grab").on(HAND)


def ways(obj, most=8, style=STYLE):
    T = se3.from_pose7(stand_pose(obj))
    return style_candidates(style, HAND, obj, T, np.random.default_rng(0), most)


def test_only_the_thumbs_opposition_is_not_the_examples():
    wide, grip = STYLE.poses(HAND)
    for c in ways(load_object("ball")):
        others = np.arange(HAND.dof) != HAND.joint_index("thumb_cmc_abd")
        others[:3] = False  # the wrist is bent so that the forearm is clear of the table
        np.testing.assert_allclose(c.q_open[others], wide[others])
        np.testing.assert_allclose(c.q_closed[others], grip[others])
        assert round(np.degrees(opposition_of(c, STYLE, HAND))) in (0, 20, 40)


def test_a_thumb_that_is_opposed_already_is_not_brought_beyond_its_limit():
    k = HAND.joint_index("thumb_cmc_abd")
    angle = STYLE.setpoints.angle.copy()
    angle[:, k] = 2 * (HAND.upper[k] - np.radians(25)) - STYLE.neutral[k]
    setpoints = Setpoints(HAND.joint_names, angle, STYLE.setpoints.rate)
    found = ways(load_object("ball"), style=replace(STYLE, setpoints=setpoints))
    assert found and all(c.q_open[k] <= HAND.upper[k] for c in found)


def test_what_was_looked_for_serves_other_picks_and_is_the_same(monkeypatch):
    obj, style, searched = load_object("ball"), load_style("quadpod").on(HAND), []
    search = module._with_thumb
    monkeypatch.setattr(module, "_with_thumb", lambda *how: searched.append(how) or search(*how))
    alone = ways(obj, most=4, style=style)
    with work_remembered():
        ways(obj, most=1, style=style)
        again = ways(obj, most=4, style=load_style("quadpod").on(HAND))
        assert len(searched) == 2, "once alone, once within"
        ways(obj, style=load_style("tripod").on(HAND))
        assert len(searched) == 3, "another style"
    assert [content_digest(c) for c in again] == [content_digest(c) for c in alone]


@pytest.mark.long
def test_candidates_keep_clear_of_the_object_and_differ():
    found = ways(load_object("mug"))
    assert len(found) >= 4
    assert min(c.gap for c in found) > 0.001
    places = {tuple(c.T_object_palm.ravel()) + tuple(c.q_open) for c in found}
    assert len(places) == len(found)


@pytest.mark.long
@pytest.mark.parametrize("name", ["ball:d=40mm", "box:30x60x90mm", "hammer"])
def test_compiled_and_plain_find_the_same_candidates_in_the_same_order(name, monkeypatch):
    found = []
    for plain in ("0", "1"):
        monkeypatch.setenv("PREHENSILE_PLAIN", plain)
        found.append(ways(load_object(name), most=24))
    assert len(found[0]) == len(found[1]) > 4
    for mine, its in zip(*found, strict=True):
        assert mine.pose == its.pose
        for part in ("T_object_palm", "q_shaped", "shut", "score", "gap", "approach"):
            np.testing.assert_allclose(getattr(mine, part), getattr(its, part), atol=1e-9)
