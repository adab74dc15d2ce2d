"""Figures of a set, against rows counted by hand."""

import pytest

from prehensile.bench.grasps.set_figures import SET_FIGURES, set_figures
from prehensile.quality.judge.likeness import ITEMS


def row(held=True, human=True, turned=1.0, plan=4.0, style="grab", **more):
    items = dict.fromkeys(ITEMS, True) | ({} if human else {"thumb": False})
    return {
        "held": held, "human": held and human, "items": items, "style": style, "handle": False,
        "figures": {"turned since it stood": turned}, "plan_cpu_s": plan, **more,
    }  # fmt: skip


ROWS = {
    "a": row(first=True, handle=True, on_handle=0.81),
    "b": row(human=False, turned=20.0, plan=6.0, post=True, handle=True, on_handle=0.79),
    "c": row(held=False, plan=20.0, handle=True, on_handle=1.0),
    "d": {"held": False, "handle": False, "line": "refused"},
}


def test_every_figure_is_counted() -> None:
    found = set_figures(
        ROWS, {"a": {"ways": 4, "plan_cpu_s": 9.0}, "b": {"ways": 6, "plan_cpu_s": 15.0}}
    )
    assert list(found) == list(SET_FIGURES)
    assert (found["tried"], found["held"], found["needed_post"]) == (4, 2, 1)
    assert found["first_way_held"] == 1
    assert found["human"] == pytest.approx(1 / 4)
    assert found["rubric"]["thumb"] == pytest.approx(1 / 2)
    assert found["rubric"]["wrist"] == pytest.approx(1.0)
    assert found["on_handle"] == pytest.approx(1 / 3)
    assert found["styles"] == {"grab": 2}
    assert found["turned_deg_p90"] == pytest.approx(1.0 + 0.9 * 19.0)
    assert found["plan_cpu_s_median"] == pytest.approx(6.0)
    assert found["ways_median"] == pytest.approx(5.0)
    assert found["ways_plan_cpu_s_median"] == pytest.approx(12.0)
    assert found["ways_plan_cpu_s_most"] == pytest.approx(15.0)


def test_what_was_not_recorded_has_no_figures() -> None:
    assert set_figures({}, {}) == {}
    only_refused = set_figures({"d": ROWS["d"]}, {})
    assert only_refused["human"] == 0.0 and only_refused["turned_deg_p90"] is None
    assert only_refused["ways_median"] is None and only_refused["on_handle"] is None
