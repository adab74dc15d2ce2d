"""The area's figures: poses, strips, and what is left out."""

import numpy as np
import pytest

from prehensile.figures import manipulate
from prehensile.figures.manipulate.basis_poses import basis_poses
from prehensile.figures.manipulate.sequence_strips import drawn_strips, played
from prehensile.hand.corpus import corpus
from prehensile.manipulate import turning
from prehensile.manipulate.judging import LIMITS, Limits
from prehensile.manipulate.learn.policy import Policy
from prehensile.manipulate.learn.table import Table
from prehensile.manipulate.tasks.catalogue import task_named


def idle() -> Policy:
    """Hands that do nothing."""
    task = task_named("dial")
    starts = task.starts(2, np.random.default_rng(505))
    rest = np.repeat(task.poses.coordinates(starts.q)[:, None], 3, axis=1)
    return Policy(
        "dial", task.hand.spec.to_json(), task.configuration, Table(starts, rest, np.zeros(2))
    )


def test_the_basis_is_of_the_corpus():
    assert list(basis_poses()) == list(corpus())


def test_strips_of_policies_that_do_not_ship_are_left_out(tmp_path, capsys, monkeypatch):
    monkeypatch.setattr(manipulate, "policy_named", lambda name: name)
    drawn = []
    monkeypatch.setattr(manipulate, "draw_sequences", lambda path, shown: drawn.append(shown))
    assert len(manipulate.draw_strips(tmp_path, ("dial", "dial-short"))) == 2
    assert drawn == [{"dial": "dial"}, {"dial-short": "dial-short"}]
    told = capsys.readouterr().err
    assert "no picture of ball" in told and "no picture of dial-three-fingers" in told
    assert manipulate.draw_strips(tmp_path, ()) == []


def test_every_figure_is_drawn_once():
    files = [*manipulate.FIGURES, *manipulate.STRIPS]
    assert len(files) == len(set(files)) == 8
    assert all(name.startswith("manipulate_") and name.endswith(".png") for name in files)


@pytest.mark.long
def test_a_strip_is_drawn(tmp_path, monkeypatch):
    monkeypatch.setitem(LIMITS, "dial", Limits(seconds=0.1, angle=0.05, rate=0.05))
    assert turning.LIMITS is LIMITS
    clip = played(idle())
    assert clip.meta["task"] == "dial" and not clip.meta["reached"][0]
    small = drawn_strips(tmp_path / "two.png", {"dial": clip}, frames=2, tile=(120, 120))
    assert small.stat().st_size > 5_000
