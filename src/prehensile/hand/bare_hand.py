"""A hand without passive tissue, whose passive behaviour is the controller's alone."""

from dataclasses import replace

import numpy as np

from prehensile.errors import InputError
from prehensile.hand.hand import Hand
from prehensile.hand.spec import HandSpec


def bare_hand(hand: Hand, widened: float = 0.0) -> Hand:
    """The same hand with neither springs nor dampers of its own: what (3) is published for.

    With tissue, the measured springs act beside τ_P; at the published gains they are the stiffer.

    Args:
        hand: a hand of the house; a loaded one keeps what its file says.
        widened: [rad] by which its hard stops move outwards.
    """
    if not isinstance(hand.spec, HandSpec):
        raise InputError("only a hand built from a HandSpec can do without its tissue.")
    none = np.zeros(hand.dof)
    return replace(
        hand.spec,
        stiffness=none,
        damping=none,
        lower=hand.lower - widened,
        upper=hand.upper + widened,
    ).build()
