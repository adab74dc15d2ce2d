"""A meter in one world says what the proof in a batch says."""

import numpy as np
import pytest

from prehensile.hand.hand import Hand
from prehensile.holds.kinds.edge import edge
from prehensile.holds.optimise.family import starts, style_grasp
from prehensile.holds.optimise.prove import prove
from prehensile.holds.optimise.record import record_grasp

HAND, HOLD = Hand(), edge()
GRASP = style_grasp(HOLD, HAND, starts(HOLD)[1], HOLD.pull)


@pytest.fixture(scope="module")
def clip():
    return record_grasp(HOLD, HAND, GRASP, HOLD.pull, pull_seconds=1.5)


def test_a_clip_is_judged_like_a_proof(clip):
    strength = prove(HOLD, HAND, GRASP, HOLD.pull).strength[0]
    assert clip.verdict is not None and clip.verdict.ok == (strength >= 150)
    assert clip.verdict.figures["borne"].value == pytest.approx(strength, rel=0.02)
    assert clip.meta["hold"] == "edge"


def test_the_load_is_in_the_clips_contacts(clip):
    """Summed over the contacts of a frame in the pull, along it."""
    frame = clip.contacts.frame(clip.n_frames - 120)
    on_hold = np.array([clip.contacts.names[b] == "hold" for b in frame.b])
    assert frame.force[on_hold].sum(axis=0) @ HOLD.pull > 100


def test_without_a_pull_nothing_is_judged():
    assert record_grasp(HOLD, HAND, GRASP, HOLD.pull).verdict is None
