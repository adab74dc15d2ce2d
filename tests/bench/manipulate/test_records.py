"""What records say."""

from types import SimpleNamespace

from prehensile.bench.manipulate.records import (
    ball_record_figures,
    dial_record_figures,
    shipped_record,
)


def test_a_record_tells_the_time_of_a_search():
    policy = SimpleNamespace(
        configuration=SimpleNamespace(first_states=16),
        table=SimpleNamespace(states=range(40)),
    )
    found = dial_record_figures(policy, {"minutes": 8, "counts": [24, 40, 40]})
    assert found == {"dial_learn_minutes": 8, "dial_states": 40, "seconds_per_state": 480 / 80}
    assert ball_record_figures({"minutes": 99.5}) == {"ball_learn_minutes": 99.5}


def test_without_a_record_nothing_is_told():
    assert shipped_record("jar") == {}
    assert ball_record_figures({}) == {"ball_learn_minutes": None}
