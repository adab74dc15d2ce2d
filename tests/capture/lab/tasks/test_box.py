"""Picking things up."""

import numpy as np
import pytest

from prehensile.capture.lab.session import lab_session


@pytest.fixture(scope="module")
def picked():
    return lab_session("box", 1, contacts=2)


def test_it_is_lifted_by_the_digits_that_were_asked(picked):
    truth = picked.truth
    for plan in truth.plans:
        assert plan["lifted"]
        during = [t for t in truth.touches if plan["start"] <= t.onset <= plan["until"]]
        assert {t.contact for t in during} == set(plan["digits"])


def test_fingers_land_one_after_another_while_the_hand_closes(picked):
    truth = picked.truth
    for plan in truth.plans:
        ends = plan["start"] + plan["seconds"]
        onsets = [t.onset for t in truth.touches if plan["start"] <= t.onset <= ends]
        shares = (np.array(onsets) - plan["start"]) / plan["seconds"]
        assert ((shares > 0.2) & (shares < 0.9)).all()


def test_held_forces_balance_the_weight(picked):
    # Oracle: Newton. While the box hangs still, all contact forces on it add up to its weight.
    clip, plan = picked.truth.clip, picked.truth.plans[1]
    k = int(np.searchsorted(clip.time, plan["start"] + plan["seconds"] + 0.5 + 0.7 + 0.3))
    frame = clip.contacts.frame(k)
    assert {clip.contacts.names[b] for b in frame.b} == {"box"}
    np.testing.assert_allclose(frame.force.sum(axis=0), [0, 0, 0.012 * 9.81], atol=0.02)


def test_sensors_of_grasps_watch(picked):
    assert picked.recording.names == ("markers", "fsr", "box_pose")
    assert {c.name for c in picked.recording.contacts} >= {"thumb", "index"}
