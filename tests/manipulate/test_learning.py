import numpy as np
import pytest

from prehensile.errors import FileError, InputError, UnknownNameError
from prehensile.hand.hand import Hand
from prehensile.manipulate.learn.policy import Policy
from prehensile.manipulate.learning import learn, lookup_of
from prehensile.manipulate.tasks.catalogue import NUMBERS, task_named

pytest.importorskip("cma", reason="CMA-ES needs cma: pip install 'prehensile[learn]'")
TINY = NUMBERS["dial"].changed(
    sweeps=2,
    generations=1,
    population=4,
    first_states=2,
    most_states=3,
    longest=0.1,
    strolls=2,
    stroll_cycles=1,
    repeats=2,
    trials=2,
    settling_sweeps=1,
)


@pytest.mark.long
def test_a_run_that_was_stopped_ends_with_the_same_bytes(tmp_path):
    task, told = task_named("dial", configuration=TINY), []
    learn(task, seed=3, progress=told.append).save(tmp_path / "whole.npz")
    kept = tmp_path / "policy.learning.npz"
    learn(task, seed=3, minutes=1e-9, checkpoint=kept)  # one sweep at least is never begun
    assert not kept.exists()
    stopped = task_named("dial", configuration=TINY)

    def interrupt(swept):
        raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        learn(stopped, seed=3, checkpoint=kept, progress=interrupt)
    learn(task, seed=3, checkpoint=kept, resume=True).save(tmp_path / "parts.npz")
    assert (tmp_path / "whole.npz").read_bytes() == (tmp_path / "parts.npz").read_bytes()
    assert [swept.sweep for swept in told] == [1, 2] and told[-1].seconds_left == 0
    with pytest.raises(FileError, match="seed"):
        learn(task, seed=4, checkpoint=kept, resume=True)


def test_nothing_to_go_on_from(tmp_path):
    task = task_named("dial", configuration=TINY)
    with pytest.raises(InputError, match="nothing to go on from"):
        learn(task, checkpoint=tmp_path / "no.npz", resume=True)


def test_a_policy_of_something_else_is_refused():
    task = task_named("dial", configuration=TINY.changed(sweeps=0))
    policy = learn(task)
    spec = Hand().spec.to_json()
    assert np.isfinite(lookup_of(policy).actions(task.features(policy.table.states))).all()
    with pytest.raises(UnknownNameError, match="unknown task"):
        lookup_of(Policy("jar", spec, policy.configuration, policy.table))
    with pytest.raises(InputError, match="does not fit"):
        lookup_of(Policy("dial", spec, TINY.changed(components=3), policy.table))
