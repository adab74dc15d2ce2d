"""A run that is killed, for true."""

import pytest

from prehensile.bench.manipulate import resumed

pytest.importorskip("cma", reason="CMA-ES needs cma: pip install 'prehensile[learn]'")


@pytest.mark.long
def test_a_killed_run_goes_on_to_the_same_bytes():
    assert resumed.resume_figures() == {"resume_equal": True}


def test_another_policy_is_told(monkeypatch):
    def whole(kept):
        real(resumed.tiny_task(), seed=resumed.SEED, checkpoint=kept)

    def learn(task, seed, **given):
        return real(task, seed=seed if given else seed + 1, **given)

    real = resumed.learn
    monkeypatch.setattr(resumed, "kill_after_first_sweep", whole)
    monkeypatch.setattr(resumed, "learn", learn)
    assert resumed.resume_figures() == {"resume_equal": False}


def test_nothing_learned_is_no_figure(monkeypatch):
    monkeypatch.setattr(resumed, "kill_after_first_sweep", lambda kept: None)
    assert resumed.resume_figures() == {"resume_equal": None}
