"""Groups of placements, given up one after the other."""

import pytest

from prehensile.control.attempt.turns.patience import FRUITLESS, FRUITLESS_AT_HANDLE, HELD, Patience
from prehensile.control.place.looks.promised_looks import FAULTY, FINE, HOPELESS

TIERS = (FINE, FAULTY, HOPELESS)


def tried(candidates):
    """Which of candidates (at a handle, tier, whether it holds) are tried."""
    patience, found = Patience(), []
    for k, (at_handle, tier, steady) in enumerate(candidates):
        if patience.lasts(at_handle, tier):
            patience.went(steady)
            found.append(k)
    return found


@pytest.mark.parametrize("at_handle", [True, False])
def test_a_group_is_given_up_and_the_next_begins_afresh(at_handle):
    most = FRUITLESS_AT_HANDLE if at_handle else FRUITLESS
    each = [(at_handle, tier, False) for tier in TIERS for _ in range(30)]
    count = [sum(30 * n <= k < 30 * (n + 1) for k in tried(each)) for n in range(3)]
    assert count == [most[tier] for tier in TIERS]


def test_one_that_holds_renews_it():
    most = FRUITLESS[FINE]
    each = [(False, FINE, k == most - 1) for k in range(3 * most)]
    assert tried(each) == list(range(2 * most))


def test_where_something_held_nothing_is_tried_that_will_look_wrong():
    fine, faulty = [(False, FINE, True)] * HELD, [(False, FAULTY, True)] * 5
    assert tried(fine + faulty) == list(range(HELD))
    assert tried(faulty) == list(range(HELD)), "nor more of it than enough"


def test_what_held_at_a_handle_says_nothing_of_other_places():
    held = [(True, FINE, True)] * HELD
    assert tried([*held, (False, FINE, False), (False, FAULTY, True)]) == list(range(HELD + 2))


def test_every_tier_has_its_own_count() -> None:
    """Other places along a handle come behind worse ones at the first."""
    most = FRUITLESS_AT_HANDLE[HOPELESS]
    each = [(True, HOPELESS, False)] * (most + 2) + [(True, FINE, False)] * 2
    assert tried(each) == [*range(most), most + 2, most + 3]
