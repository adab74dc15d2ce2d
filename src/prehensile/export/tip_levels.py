"""A few pictures of each fingertip that stand for all its colours in a clip.

Files of other programs hold finished pictures: the blood of every frame is replaced by the nearest
of a few *levels*. Level 0 is the skin's own picture; the others are chosen so that no texel is off
by more than can be seen.
"""

from dataclasses import dataclass

import numpy as np

from prehensile.hand.hand import Hand
from prehensile.skin.dress import Dress
from prehensile.skin.rig.lookup import Lookup
from prehensile.skin.tip_color import TipColor

FINGERS = 5
UNSEEN = 4.0
"""[of 255] Largest difference of a channel between a frame and its level."""
MOST_LEVELS = 10
"""Of a finger, besides level 0; more colours than these are told apart less finely."""
COARSER = 1.25
"""By how much the difference grows until they are few enough."""
TEXELS = 300
"""Of a finger, at which its colours are compared: half of them where it changes most."""
GRID, MOST_STATES = 64, 400
"""Blood is rounded to this share of its range, or more coarsely until so few states remain."""


@dataclass(frozen=True, eq=False)
class TipLevels:
    """Levels of the fingers of one hand; rows thumb to little."""

    blood: np.ndarray
    """(L + 1, 5, 4) coefficients; row 0 is nought. Fingers with fewer levels repeat their last"""
    at: np.ndarray
    """(T, 5) uint8 level of each finger at each frame"""
    error: float
    """[of 255] largest difference of a channel of a texel, among those compared"""

    @property
    def count(self) -> int:
        """L, without level 0."""
        return len(self.blood) - 1

    def fingers(self, level: int) -> tuple[int, ...]:
        """Those that have a level of this number."""
        return tuple(np.flatnonzero(self.at.max(axis=0) >= level).tolist())


@dataclass(frozen=True, eq=False)
class TipPictures:
    """All that a file can show of a hand's fingertips."""

    color: TipColor
    base: np.ndarray
    """(H, W, 3) uint8 sRGB: the skin's own picture"""
    lookup: Lookup
    """on it, perhaps of another size"""
    blood: np.ndarray
    """(T, 5, 4) coefficients of all frames"""
    levels: TipLevels

    def at_level(self, level: int) -> np.ndarray:
        """The picture (H, W, 3) uint8 with every finger at one level."""
        if level == 0:
            return self.base
        return self.color.painted(self.base, self.lookup, self.levels.blood[level])


def tip_pictures(dress: Dress, hand: Hand, blood: np.ndarray) -> TipPictures | None:
    """The pictures of a hand's fingertips over a clip.

    Args:
        dress: what the hand wears.
        hand: whose fingertips they are.
        blood: (T, 5, 4) coefficients.

    Returns:
        None where its dress has no colour, no pictures or no place for it.
    """
    base, lookup = dress.picture(hand), dress.lookup(hand)
    if dress.blush is None or base is None or lookup is None or not lookup.mask.any():
        return None
    return TipPictures(
        dress.blush, base, lookup, blood, tip_levels(dress.blush, base, lookup, blood)
    )


def tip_levels(color: TipColor, base: np.ndarray, lookup: Lookup, blood: np.ndarray) -> TipLevels:
    """The fewest levels that nobody can tell from the colours of all frames.

    Args:
        color: what blood looks like.
        base: (H, W, 3) uint8.
        lookup: on it, perhaps of another size.
        blood: (T, 5, 4).
    """
    # Where the most blood of each finger changes most, levels are told apart most easily.
    most = (blood**2).sum(axis=2).argmax(axis=0)
    there = color.painted(base, lookup, blood[most, np.arange(FINGERS)])
    at = _compared(lookup, np.abs(there.astype(np.int16) - base).max(axis=2))
    st, finger, mask = lookup.st[*at], lookup.finger[*at], lookup.mask[*at]
    shown, place = base[*_of(at, lookup, base)][None], Lookup(st[None], finger[None], mask[None])
    states, which = zip(*(_states(blood[:, f]) for f in range(FINGERS)), strict=True)
    steps = np.arange(max(map(len, states)))
    rows = np.stack([s[np.minimum(steps, len(s) - 1)] for s in states], axis=1)
    seen = np.concatenate([color.painted(shown, place, row) for row in rows]).astype(np.int16)
    found, at, error = [], np.zeros(blood.shape[:2], np.uint8), 0.0
    for f in range(FINGERS):
        here = finger == f
        colors = np.concatenate([shown[:, here], seen[: len(states[f]), here]])
        chosen, level, off = _cover(colors.reshape(len(colors), -1).astype(np.int16))
        found.append(np.concatenate([np.zeros((1, 4)), states[f]])[chosen])
        at[:, f] = level[1:][which[f]]
        error = max(error, off)
    longest = max(map(len, found))
    levels = [b[np.minimum(np.arange(longest), len(b) - 1)] for b in found]
    return TipLevels(np.stack(levels, axis=1), at, error)


def _compared(lookup: Lookup, change: np.ndarray) -> np.ndarray:
    """Rows and columns (2, N) of texels of a lookup: those that change most, and some others.

    Args:
        lookup: where fingers are.
        change: (H, W) of the picture.
    """
    rng = np.random.default_rng(0)
    picked = []
    for f in range(FINGERS):
        own = np.argwhere((lookup.finger == f) & (lookup.mask > 0))
        own = own[np.argsort(-change[*_of(own.T, lookup, change)], kind="stable")]
        rest = own[TEXELS // 2 :]
        picked += [own[: TEXELS // 2], rng.permutation(rest)[: TEXELS // 2]]
    return np.concatenate(picked).T


def _of(at: np.ndarray, lookup: Lookup, picture: np.ndarray) -> np.ndarray:
    """Rows and columns (2, N) of a picture where those of its lookup lie."""
    share = np.array(picture.shape[:2]) / lookup.mask.shape
    return ((at.T + 0.5) * share).astype(int).T


def _states(blood: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """A finger's blood (T, 4) as few states (M, 4), and which of them each frame (T,) has."""
    step = max(float(np.abs(blood).max()), 1e-9) / GRID
    while True:
        _, first, which = np.unique(
            np.round(blood / step), axis=0, return_index=True, return_inverse=True
        )
        if len(first) <= MOST_STATES:
            return blood[first], which.reshape(-1)
        step *= 2


def _cover(colors: np.ndarray) -> tuple[np.ndarray, np.ndarray, float]:
    """States that stand for all, the first among them, and for which each of all stands.

    Args:
        colors: (M, n) int16, one row a state.

    Returns:
        Rows (k,) that were chosen, the place (M,) among them of the nearest, and the largest
        difference that is left.
    """
    apart, mean = np.zeros((2, len(colors), len(colors)))
    for k, row in enumerate(colors if colors.size else ()):
        off = np.abs(colors - row)
        apart[k], mean[k] = off.max(axis=1), off.mean(axis=1)
    unseen = UNSEEN
    while len(chosen := _greedy(apart <= unseen)) > MOST_LEVELS + 1:
        unseen *= COARSER
    # In the order of how far they are from the first, for whoever looks at the file.
    chosen = chosen[np.argsort(mean[0, chosen], kind="stable")]
    # The mean changes evenly along the way from one to the next, the largest by whole steps.
    nearest = np.where(apart[chosen] <= unseen, mean[chosen], np.inf).argmin(axis=0)
    return chosen, nearest, float(apart[chosen[nearest], np.arange(len(colors))].max())


def _greedy(near: np.ndarray) -> np.ndarray:
    """Rows of a relation (M, M) that reach all columns, the first row and then the widest."""
    chosen = [0]
    left = ~near[0]
    while left.any():
        chosen.append(int((near & left).sum(axis=1).argmax()))
        left &= ~near[chosen[-1]]
    return np.array(chosen)
