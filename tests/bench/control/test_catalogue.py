"""A thing of the catalogue: three grasps of one object, each as it would be alone."""

import pytest

from prehensile.bench.control import catalogue
from prehensile.bench.control.on_table import measure
from prehensile.control import worked_out
from prehensile.hand.hand import Hand
from prehensile.world.catalogue import load_object


def test_three_grasps_share_one_object_one_hand_and_the_rehearsals(monkeypatch):
    seen = []

    def noted(name):
        def grasp(*args):
            seen.append((args[-2].name, args[-2:], worked_out._known.get() is not None))
            return name

        return grasp

    for name in ("try_thing", "measure", "creep_of"):
        monkeypatch.setattr(catalogue, name, noted(name))
    assert catalogue.judge_thing("ball") == ("try_thing", "measure", "creep_of")
    assert [name for name, _, _ in seen] == ["ball"] * 3
    assert len({tuple(map(id, things)) for _, things, _ in seen}) == 1
    assert all(remembered for _, _, remembered in seen)
    assert worked_out._known.get() is None


@pytest.mark.long
def test_a_remembered_rehearsal_changes_no_figure():
    thing = load_object("ball")
    assert catalogue.judge_thing("ball").default == measure(thing, Hand())
