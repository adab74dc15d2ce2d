"""An example of ``hand.json``, for those who have not measured theirs.

``tools/make_soft_hand.py`` estimated it from a session of the virtual lab, an index finger that
explores a plate; the joints that such a session does not tell have the thesis's values.
"""

from dataclasses import replace
from functools import cache
from importlib import resources

from prehensile.hand.compliance import HandCompliance
from prehensile.hand.hand import Hand

FILE = "data/soft_hand.json"
"""beside this module"""


def example_compliance(hand: Hand) -> HandCompliance:
    """The shipped example, taken for a hand of either side."""
    return replace(_kept(), side=hand.side)


@cache
def _kept() -> HandCompliance:
    with resources.as_file(resources.files("prehensile.compliance.model") / FILE) as path:
        return HandCompliance.load(path)
