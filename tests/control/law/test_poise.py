"""What is added to a grip so that the object can be lifted unmoved: wrenches by hand."""

import numpy as np
import pytest

from prehensile.control.law.poise import GRAVITY, LOADED, MOST, SECONDS, Poise
from prehensile.lie import se3
from prehensile.quality.judge.touches import hand_contacts
from prehensile.world.contacts import Contacts, Touch
from prehensile.world.observation import Observation

STEP = 1 / 120
MASS, COM = 0.2, np.array([0.0, 0.0, 0.01])
PLACE = np.array([0.1, 0.2, 0.3, 1.0, 0, 0, 0])
CENTRE = PLACE[:3] + COM
WEIGHT = MASS * GRAVITY


def seen(standing=True):
    """A can on a table, or in the air."""
    ids = np.array([1] if standing else [], dtype=int)
    rows, n = np.zeros((len(ids), 3)), np.zeros(len(ids))
    contacts = Contacts(ids, 0 * ids, rows, rows, rows, n, n, n)
    q = np.zeros(1)
    return Observation(
        0.0, STEP, q, q, PLACE, np.zeros(5), 0.0, {"can": PLACE}, contacts, ("can", "table"), "hand"
    )  # fmt: skip


def touch(group, where, push, whole):
    """A contact at a place relative to the centre of mass."""
    push, whole = np.array(push, float), np.array(whole, float)
    return Touch(f"{group}-tip", group, CENTRE + where, push, float(whole @ push), whole)


def grip(aside=0.0, up=0.0):
    """Thumb and two fingers press on a can with 5 N from either side, and push it sideways."""
    return [
        touch("thumb", [0.03, 0, 0], [-1, 0, 0], [-5, 0, up]),
        touch("index", [-0.03, 0, 0.02], [1, 0, 0], [2.5 + aside, 0, 0]),
        touch("middle", [-0.03, 0, -0.02], [1, 0, 0], [2.5, 0, 0]),
    ]


def wrench(felt, forces):
    """(6,) about the centre of mass."""
    arms = [t.point - CENTRE for t in felt]
    return np.concatenate([forces.sum(axis=0), np.cross(arms, forces).sum(axis=0)])


def test_what_is_missing_is_added_at_its_pace():
    poise, felt = Poise("can", MASS, COM), grip()
    for _ in range(6):
        poise.feel(seen(), felt, 10.0)
    made = wrench(felt, poise.forces(seen(), felt))
    share = 6 * STEP / SECONDS
    np.testing.assert_allclose(made[:3], [0, 0, share * LOADED * WEIGHT], atol=0.02)
    np.testing.assert_allclose(made[3:], 0, atol=1e-3)


def test_a_push_aside_and_its_torque_are_taken_back():
    poise, felt = Poise("can", MASS, COM), grip(aside=0.5, up=LOADED * WEIGHT)
    poise.feel(seen(), felt, 10.0)
    made = wrench(felt, poise.forces(seen(), felt))
    felt_now = wrench(felt, np.array([t.whole for t in felt]))
    wanted = np.array([0, 0, LOADED * WEIGHT, 0, 0, 0])
    expected = STEP / SECONDS * (wanted - felt_now)
    np.testing.assert_allclose(made[[0, 2]], expected[[0, 2]], atol=5e-3)
    np.testing.assert_allclose(made[4], expected[4], atol=2e-4)


def test_nothing_is_added_in_the_air():
    poise, felt = Poise("can", MASS, COM), grip(aside=2.0)
    poise.feel(seen(standing=False), felt, 10.0)
    np.testing.assert_array_equal(poise.forces(seen(), felt), np.zeros((3, 3)))


def test_no_more_is_added_than_a_share_of_the_grip():
    poise, felt = Poise("can", 50.0, COM), grip()
    for _ in range(500):
        poise.feel(seen(), felt, 10.0)
    made = wrench(felt, poise.forces(seen(), felt))
    assert np.linalg.norm(made[:3]) < 1.001 * MOST * 10.0
    poise.reset()
    np.testing.assert_array_equal(poise.forces(seen(), felt), np.zeros((3, 3)))


def test_the_palm_presses_nothing_by_itself():
    felt = [*grip(), touch("palm", [0, 0.03, 0], [0, -1, 0], [0, -9, 0])]
    poise = Poise("can", MASS, COM)
    poise.feel(seen(), felt, 10.0)
    assert np.abs(poise.forces(seen(), felt)[:3]).max() > 0.01
    np.testing.assert_array_equal(poise.forces(seen(), felt)[3], np.zeros(3))
    assert poise.forces(seen(), []).shape == (0, 3)


@pytest.mark.long
def test_an_apple_is_borne_before_it_is_lifted(store):
    """By Newton's law the table bears what the hand does not: here a fifth of the weight, straight
    up, and what is lifted then stays where it is in the hand.
    """
    clip = store.grasped("apple")
    lift = next(begin for name, begin, _ in clip.meta["phases"] if name == "lift")
    k = int(np.searchsorted(clip.time, lift)) - 2
    facts = clip.meta["bodies"]["apple"]
    mask, frame = hand_contacts(clip, "apple", clip.hands[0].name)
    now = mask & (frame == k)
    force = clip.contacts.force[now]
    arms = clip.contacts.pos[now] - se3.apply(
        se3.from_pose7(clip.body("apple").pose[k]), np.array(facts["com"])
    )
    weight = facts["mass"] * GRAVITY
    np.testing.assert_allclose(force.sum(axis=0), [0, 0, LOADED * weight], atol=0.1 * weight)
    assert np.linalg.norm(np.cross(arms, force).sum(axis=0)) < 0.005 * weight
    assert clip.verdict.figures["moved in the palm"].value == pytest.approx(0, abs=0.5)
