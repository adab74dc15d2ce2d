"""Verdicts about shaking, from frames made by hand."""

from types import SimpleNamespace

import numpy as np
import pytest

from prehensile.hand.hand import Hand
from prehensile.stage.verdicts.shaken import LIMP, WAVING, ShakeJudge
from prehensile.world.scene import HandInScene
from prehensile.world.world import World

HAND = Hand()


@pytest.fixture(scope="module")
def world():
    return World([HandInScene(HAND, "host"), HandInScene(HAND, "guest")], floor=False)


def frame(world, newtons=0.0, bend=0.0):
    """The first hand's digits bent by ``bend`` [rad], one contact between the hands."""
    names = list(world.contact_names)
    rows = [next(k for k, n in enumerate(names) if n.startswith(w)) for w in ("host/", "guest/")]
    q = world.observe("host").q + bend
    contacts = SimpleNamespace(
        a=np.array(rows[:1]), b=np.array(rows[1:]), normal_force=np.array([newtons])
    )
    return SimpleNamespace(contacts=contacts, q=(q, q))


def verdict(world, frames, in_the_air):
    judge = ShakeJudge(world, in_the_air)
    assert judge.verdict() is None
    for one in frames:
        judge.add(one)
    return judge.verdict()


def test_hands_that_press_have_shaken(world):
    found = verdict(world, [frame(world, 6.0), frame(world, 8.0)], in_the_air=False)
    assert found.ok and "7.0 N" in found.line and found.figures["force"] == (7.0, "N")


@pytest.mark.parametrize(
    ("forces", "word"), [([0.5 * LIMP] * 4, "limp"), ([9.0, 9.0, 0.0, 0.0], "50%")]
)
def test_limp_hands_and_hands_that_lose_each_other_get_advice(world, forces, word):
    found = verdict(world, [frame(world, f) for f in forces], in_the_air=False)
    assert not found.ok and word in found.line and "grip" in found.advice


@pytest.mark.parametrize(("bend", "ok"), [(0.5 * WAVING, True), (2 * WAVING, False)])
def test_fingers_wave_or_keep_still(world, bend, ok):
    found = verdict(world, [frame(world, bend=bend)] * 3, in_the_air=True)
    assert found.ok is ok and bool(found.advice) is not ok
    assert found.figures["wave"].value == pytest.approx(np.degrees(bend))
