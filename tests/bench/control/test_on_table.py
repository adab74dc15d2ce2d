"""Things on a table: the draw, and what a clip is measured by."""

from dataclasses import replace

import numpy as np
import pytest

from prehensile.bench.control.on_table import (
    CATALOGUE_FIGURES,
    DRAWN,
    LONGEST,
    MASSES,
    PER_SIZE,
    SMALLEST,
    Measured,
    above_table,
    figures,
    measured_clip,
    random_thing,
    sized,
)
from prehensile.control.place.stand import TABLE


def test_a_draw_is_what_it_says_and_the_same_again():
    for index in range(40):
        thing, side = random_thing(7, index)
        assert side == ("right", "left")[index % 2]
        assert MASSES[0] <= thing.mass <= MASSES[1]
        assert SMALLEST[0] * 0.99 <= thing.extents.min() <= SMALLEST[1] * 1.01
        assert thing.extents.max() <= LONGEST * 1.01
        again, _ = random_thing(7, index)
        np.testing.assert_array_equal(again.vertices, thing.vertices)
    kinds = {random_thing(7, k)[0].name.rstrip("0123456789") for k in range(40)}
    assert kinds == {"box", "cylinder", "capsule", "ellipsoid"}


def test_other_hands_take_things_of_their_own():
    every = sized(7)
    assert [size for _, _, size in every] == ["p5"] * PER_SIZE + ["p95"] * PER_SIZE
    assert min(index for _, index, _ in every) >= DRAWN


@pytest.mark.long
def test_a_cylinder_is_measured(store):
    clip = store.grasped("cylinder")
    found = measured_clip(clip, "cylinder")
    assert found.held and found.on == "table"
    assert found.grip_ratio == pytest.approx(1, abs=0.2)
    assert found.above_table and 0 < found.speed < 30
    assert found.slip < 0.01 and found.buckled in (0, 0.25, 0.5, 0.75, 1)


@pytest.mark.long
def test_a_hand_that_leans_on_the_table_is_seen(store):
    clip = store.grasped("cylinder")
    assert above_table(clip)
    c = clip.contacts
    names = [
        TABLE if name == "cylinder" else "cylinder" if name == TABLE else name for name in c.names
    ]
    assert not above_table(replace(clip, contacts=replace(c, names=tuple(names))))


def measured(name="x", held=True, on="table", **other) -> Measured:
    numbers = dict(
        name=name, held=held, first=held, on=on, line="", grip_ratio=1.0, slip=0.001, turn=0.1,
        buckled=0.0, speed=2.0, release_speed=3.0, above_table=True, put_down=held, welded=False,
    )  # fmt: skip
    return Measured(**numbers | other)


def test_figures_count_what_they_say():
    drawn = [measured(), measured(on="post", first=False), measured(held=False, slip=np.nan)]
    others = [measured()] * PER_SIZE + [measured(held=False)] * PER_SIZE
    found = figures([measured(grip_ratio=2.0, put_down=False)], drawn, others)
    assert list(found) == list(CATALOGUE_FIGURES)
    assert found["random_held"] == pytest.approx(1 / 3)
    assert found["random_held_any"] == pytest.approx(2 / 3)
    assert found["first_play_held"] == pytest.approx(1 / 3)
    assert found["set_down_ok"] == pytest.approx(2 / 3)  # of the three that were held
    assert found["random_held_sizes"] == {"p5": 1.0, "p95": 0.0}
    assert found["needed_post"] == pytest.approx(1 / 4)
    assert found["slip_since_liftoff_mm_p90"] == pytest.approx(1.0)
    assert 1.8 < found["grip_ratio_p95"] < 2.0
    assert not found["welded"] and len(found["random_not_held"]) == 1
