"""The learned policy that ``--policy`` and ``--hand`` ask for, ready to play."""

from prehensile.hand.parse import parse_hand
from prehensile.manipulate.learn.table import Lookup
from prehensile.manipulate.learning import lookup_of
from prehensile.manipulate.shipped import check_hand, policy_named


def learned(policy: str, hand: str | None) -> Lookup:
    """By name or file; a hand that is named must be the one it was learned with.

    Raises:
        PrehensileError: no such policy, a file that is none, or of another hand.
    """
    found = policy_named(policy)
    if hand is not None:
        check_hand(found, parse_hand(hand).build())
    return lookup_of(found)
