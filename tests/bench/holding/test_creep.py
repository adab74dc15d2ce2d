"""One of the thirty creep runs: reproducible, held, and creeping hardly at all."""

import pytest

from prehensile.bench.holding import creep


def test_the_things_weigh_the_same_and_fit_the_hand():
    for obj in creep.things():
        assert obj.mass == pytest.approx(creep.MASS)
        assert max(obj.extents) < 0.15


def test_what_is_never_held_counts_all_its_draws(monkeypatch):
    monkeypatch.setattr(creep, "_settled", lambda obj, rng: None)
    run = creep.creep_run(0)
    assert not run.held and run.draws == creep.MOST_DRAWS and run.linear != run.linear


@pytest.mark.long
def test_a_run_is_held_and_creeps_less_than_a_few_micrometres_a_second(monkeypatch):
    monkeypatch.setattr(creep, "SECONDS", 5.0)
    monkeypatch.setattr(creep, "FAST_SECONDS", 2.0)
    run = creep.creep_run(1)
    assert run.held
    assert run.linear < 5e-6
    assert run.fast_linear > 10 * run.linear
    assert run.depth < 2e-3
