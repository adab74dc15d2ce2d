from dataclasses import replace

import numpy as np
import pytest
from tests.manipulate.learn.ratchet import Ratchet, Turned

from prehensile.errors import FileError
from prehensile.manipulate.configuration import Configuration
from prehensile.manipulate.learn.checkpoint import load_progress, save_progress
from prehensile.manipulate.learn.library import Library
from prehensile.manipulate.learn.policy import Policy
from prehensile.manipulate.learn.value_iteration import begin, sweep

pytest.importorskip("cma", reason="CMA-ES needs cma: pip install 'prehensile[learn]'")
FEW = Configuration(generations=3, population=6, first_states=5, neighbours=3, novel=0.3)


def as_policy(progress, configuration=FEW):
    return Policy("ratchet", {}, configuration, progress.table, {"seed": 0})


def test_a_run_that_was_stopped_ends_with_the_same_bytes(tmp_path):
    task = Ratchet(FEW)
    one = begin(task, 0)
    for _ in range(3):
        one = sweep(task, Turned(task), one)
    as_policy(one).save(tmp_path / "whole.npz")
    two = begin(task, 0)
    for _ in range(3):
        save_progress(tmp_path / "kept.npz", as_policy(two), two)
        two = sweep(task, Turned(task), load_progress(tmp_path / "kept.npz", as_policy(two)))
    as_policy(two).save(tmp_path / "parts.npz")
    assert (tmp_path / "whole.npz").read_bytes() == (tmp_path / "parts.npz").read_bytes()
    np.testing.assert_array_equal(one.shapes, two.shapes)
    assert one.means == two.means


def test_what_was_learned_otherwise_is_refused(tmp_path):
    progress = begin(Ratchet(FEW), 0)
    save_progress(tmp_path / "kept.npz", as_policy(progress), progress)
    with pytest.raises(FileError, match="numbers is not that"):
        load_progress(tmp_path / "kept.npz", as_policy(progress, FEW.changed(novel=0.5)))
    (tmp_path / "cut.npz").write_bytes((tmp_path / "kept.npz").read_bytes()[:-40])
    with pytest.raises(FileError):
        load_progress(tmp_path / "cut.npz", as_policy(progress))


def test_what_is_known_of_shared_cycles_is_kept_and_lies_about_it_are_refused(tmp_path):
    progress, path = begin(Ratchet(FEW), 0), tmp_path / "kept.npz"
    states = progress.table.states
    for which in ([1, 0, 1, 1, 0], [1, 0, 1, 2, 0]):
        library = Library(np.ones((2, 3, 2)), which, states, states, np.array(which) == 0)
        known = replace(progress, library=library)
        save_progress(path, as_policy(known), known)
        if max(which) > 1:
            with pytest.raises(FileError, match="cycles that it has not"):
                load_progress(path, as_policy(known))
            continue
        back = load_progress(path, as_policy(known)).library
        np.testing.assert_array_equal(back.which, which)
        np.testing.assert_array_equal(back.lost, library.lost)
        np.testing.assert_array_equal(back.actions, library.actions)
        np.testing.assert_array_equal(back.ends.thing, states.thing)
