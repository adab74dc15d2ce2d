"""A verdict and a place, judged on contacts made by hand."""

from types import SimpleNamespace

import numpy as np
import pytest

from prehensile.control.place.sought import Sought
from prehensile.control.place.wishes import Wishes
from prehensile.motion.verdict import Verdict
from prehensile.stage.verdicts.where_held import ELSEWHERE, with_where
from prehensile.world.catalogue import load_object

MUG = load_object("mug")
PLACE = (-0.041, 0.0, 0.05)
SHIFT = np.array([0.2, -0.1, 0.3])
HELD = Verdict(True, "Held: lifted 15.0 cm.")
DROPPED = Verdict(False, "Dropped.", reason="Dropped.", advice="Raise the grip.")
WORLD = SimpleNamespace(
    contact_names=("right/thumb-phalanx-distal", "table", "mug"),
    objects=[SimpleNamespace(name="table"), SimpleNamespace(name="mug")],
)


def judged(verdict, at, by=0):
    """The mug is turned by 180° about z and shifted; something presses it at a place of its own."""
    pose = np.array([[0.0, 0, 0, 1, 0, 0, 0], [*SHIFT, 0, 0, 0, 1.0]])
    pressed = np.array([-at[0], -at[1], at[2]]) + SHIFT
    contacts = SimpleNamespace(
        a=np.array([by]), b=np.array([2]), pos=pressed[None], normal_force=np.array([3.0])
    )
    frame = SimpleNamespace(contacts=contacts, bodies=pose)
    return with_where(verdict, Sought(MUG, Wishes(where=PLACE)), frame, WORLD, "mug")


def test_where_it_is_met_the_verdict_says_so():
    said = judged(HELD, (-0.041, 0.0, 0.06))
    assert said.ok and said.line == "Held: lifted 15.0 cm; where: met." and not said.advice
    assert said.figures["where"].value == pytest.approx(10, abs=2)
    assert said.figures["where"].unit == "mm"


def test_where_it_is_not_the_nearest_is_named_and_there_is_advice():
    said = judged(HELD, (0.041, 0.0, 0.05))
    assert not said.ok and said.advice == ELSEWHERE
    assert "where: not met (nothing held it within 25 mm; nearest: 82 mm off" in said.line
    assert said.line.endswith("at 0.041,0.000,0.050).")


def test_what_is_dropped_keeps_its_own_advice():
    said = judged(DROPPED, (0.041, 0.0, 0.05))
    assert not said.ok and said.advice == "Raise the grip."


def test_only_hands_count():
    assert "where: not met (nothing presses)" in judged(HELD, PLACE, by=1).line
