"""Which digit and which side a stranger's name means: ``RightHandIndex2``, ``f_index.01.L``, …"""

import re
from typing import NamedTuple

from prehensile.hand.joints import DIGITS
from prehensile.hand.spec import Side

_DIGIT_WORDS = {
    "thumb": "thumb", "index": "index", "pointer": "index", "middle": "middle", "mid": "middle",
    "ring": "ring", "little": "little", "pinky": "little", "pinkie": "little", "small": "little",
}  # fmt: skip
_SIDE_WORDS: dict[str, Side] = {"right": "right", "r": "right", "left": "left", "l": "left"}
_WORDS = re.compile(r"[A-Z]+(?![a-z])|[A-Z]?[a-z]+|\d+")


class Words(NamedTuple):
    """A name taken apart."""

    side: Side | None
    digit: str | None
    rest: tuple[str, ...]
    """what else it says, lower case; numbers without leading zeros"""


def words_of(name: str) -> Words:
    """Side, digit and the rest of a name; a subject's name before a colon is left out.

    A side stands first, or last as a single letter: ``hand_left`` is a place on some hand. The
    first digit counts: ``middle_middle`` is a marker in the middle of the middle finger.
    """
    words = [word.lower() for word in _WORDS.findall(name.rpartition(":")[2])]
    side: Side | None = None
    if words and words[0] in _SIDE_WORDS:
        side = _SIDE_WORDS[words.pop(0)]
    elif words and words[-1] in ("r", "l"):
        side = _SIDE_WORDS[words.pop()]
    digit, rest = None, []
    for word in words:
        if word.isdigit():
            rest.append(str(int(word)))
        elif digit is None and word in _DIGIT_WORDS:
            digit = _DIGIT_WORDS[word]
        else:
            rest.append(word)
    assert digit is None or digit in DIGITS
    return Words(side, digit, tuple(rest))
