"""Figures of holds: their names, and what their parts give."""

from prehensile.bench.quality import holds


def test_supported_counts_those_that_bear_enough():
    assert holds._supported([160.0, 149.0, 80.0], [150.0, 150.0, 75.0]) == 2


def test_a_query_takes_less_than_a_millisecond():
    assert holds._query_us() < 1000


def test_every_figure_has_its_reference():
    assert {
        "seconds_per_direction", "holds_tried", "holds_supported_150N", "published_strength_N",
        "library_strength_N", "unseen_tried", "unseen_supported_150N", "dense_seconds",
        "dense_quality_ratio", "dense_supported", "query_us",
    } == set(holds.HOLD_REFERENCE)  # fmt: skip
