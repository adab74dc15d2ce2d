"""The long slender parts of an object that a hand closes round: handles, stems, necks.

A part is slender where the medial balls of the surface lie along a line: then the balls' centres
say where its axis runs, and the surface points that they belong to how thick it is.
"""

from typing import NamedTuple

import numpy as np

from prehensile.control.place.graspable import NOT_ROUND, Section
from prehensile.control.place.medial import Medial

GRAIN = 0.007
"""[m] Of medial centres in one cube of this size, one is looked at: slender parts have few points,
and plates many"""
AROUND = (0.025, 0.04, 0.012)
"""[m] of a medial centre, within which others tell its direction: near, or farther for what is
wide, or of two rails side by side; or very near, where a small ring bends"""
ALIKE = 2.5
"""Ratio of radii, within which balls belong to the same part"""
LINE = 2.2
"""Ratio of the spreads of centres along and across, from which they lie along a line; where a
sheet ends it is 1.9"""
BALANCED = 0.35
"""Mean of the normals across a part, at most: a part is free all round, an edge is not"""
FEWEST = 8
"""Points that a direction is told by, at least"""
GIRTH = (0.0025, 0.028)
"""[m] Half the width of what fingers close round, the least and the most"""
FLATTEST = 0.0012
"""[m] Half the thickness, below which it is a blade"""
LINKED, BENDS, WIDENS = 0.018, np.cos(np.radians(45)), 1.5
"""[m] apart, cosine of the angle between their directions, and ratio of their widths: neighbours on
one limb; a spoon's bowl is not its handle"""
TAPERS = 2.0
"""Ratio of a limb's widths to their median, at most: the wire that goes on from a grip is another
part, though nothing tells where it begins"""
SHORTEST = 0.03
"""[m] of a limb: two fingers side by side"""
MEMBERS = 36
"""Points of a limb, at least: the edge of a large plate has fewer that seem to be one"""
SPACING = 0.022
"""[m] between the sections of a limb: a finger's breadth"""
EXTREME = (3, 97)
"""Percentiles between which a width is measured"""
OWN = 0.012
"""[m] beyond what it is wider than thick, that medial centres of a limb lie from its middle line:
the wall of a small cup, as thick as its handle, is not part of it"""
SLICE = 0.006
"""[m] of a limb, to either side, that is looked at where something else may be grown to it"""
GROWN = (1.25, 2.2)
"""Times its half widths from its middle line, between which something else is grown to it: as in a
box round it, since a handle's own edges are in its corners"""


class Limb(NamedTuple):
    """One slender part."""

    sections: tuple[Section, ...]
    """across it, all along"""
    members: np.ndarray
    """(M,) which points of the surface belong to it"""
    length: float
    """[m] from end to end"""
    girth: float
    """[m] mean of half its widths"""
    thickness: float
    """[m] of its flat side, half"""
    free: float = 1.0
    """share of its length where nothing is beside it: a rim and a fin are grown to something all
    along"""

    @property
    def width(self) -> float:
        """[m] of its wide side, half."""
        return 2 * self.girth - self.thickness


class _Local(NamedTuple):
    """What the surroundings of one medial centre tell."""

    axis: np.ndarray
    centre: np.ndarray
    sides: np.ndarray
    """(2, 3) unit, the wider first"""
    half: np.ndarray
    """(2,) [m] half the widths along them"""


def limbs(points: np.ndarray, normals: np.ndarray, medial: Medial) -> list[Limb]:
    """The slender parts of an object, the longest first.

    Args:
        points: (N, 3) [m] of its surface.
        normals: (N, 3) unit, outwards.
        medial: the balls that touch it there.
    """
    from scipy.sparse import coo_matrix  # here: they take a while to load
    from scipy.sparse.csgraph import connected_components
    from scipy.spatial import KDTree

    tree = KDTree(medial.centre)
    seeds = np.unique(np.round(medial.centre / GRAIN), axis=0, return_index=True)[1]
    known: dict[int, _Local] = {}
    for around in AROUND:
        left = np.array([k for k in seeds.tolist() if k not in known], dtype=int)
        near = tree.query_ball_point(medial.centre[left], around)
        for seed, others in zip(left.tolist(), near, strict=True):
            local = _local(points, normals, medial, seed, np.array(others), around)
            if local is not None:
                known[seed] = local
    if not known:
        return []
    at = np.array(list(known))
    axes = np.array([known[k].axis for k in at])
    middles = np.array([known[k].centre for k in at])
    pairs = KDTree(middles).query_pairs(LINKED, output_type="ndarray")
    straight = np.abs(np.einsum("ij,ij->i", axes[pairs[:, 0]], axes[pairs[:, 1]])) > BENDS
    wide = np.log([known[k].half[0] for k in at])
    alike = np.abs(wide[pairs[:, 0]] - wide[pairs[:, 1]]) < np.log(WIDENS)
    i, j = pairs[straight & alike].T
    graph = coo_matrix((np.ones(len(i)), (i, j)), shape=(len(at), len(at)))
    count, label = connected_components(graph, directed=False)
    found = [_limb(points, medial, {k: known[k] for k in at[label == c]}) for c in range(count)]
    return sorted((limb for limb in found if limb is not None), key=lambda limb: -limb.length)


def _local(
    points: np.ndarray,
    normals: np.ndarray,
    medial: Medial,
    seed: int,
    others: np.ndarray,
    around: float,
) -> _Local | None:
    """What a medial centre's surroundings tell; None where they are no slender part."""
    ratio = medial.radius[others] / medial.radius[seed]
    mine = others[(ratio < ALIKE) & (ratio > 1 / ALIKE)]
    if len(mine) < FEWEST or medial.radius[seed] > GIRTH[1]:
        return None
    away = medial.centre[mine] - medial.centre[mine].mean(axis=0)
    spread, directions = np.linalg.eigh(away.T @ away / len(mine))
    if spread[2] < LINE**2 * spread[1] or np.sqrt(spread[2]) < around / 4:
        return None
    axis = directions[:, 2]
    lean = normals[mine].mean(axis=0)
    if np.linalg.norm(lean - axis * (lean @ axis)) > BALANCED:
        return None
    skin = points[mine] - medial.centre[seed]
    skin -= np.outer(skin @ axis, axis)
    across = skin - skin.mean(axis=0)
    sides = np.linalg.eigh(across.T @ across)[1].T[[2, 1]]
    low, high = np.percentile(skin @ sides.T, EXTREME, axis=0)
    half = (high - low) / 2
    if not GIRTH[0] <= half.mean() <= GIRTH[1] or half[0] > 1.3 * GIRTH[1] or half[1] < FLATTEST:
        return None
    centre = medial.centre[seed] + (low + high) / 2 @ sides
    return _Local(axis, centre, sides, half)


def _limb(points: np.ndarray, medial: Medial, locals_: dict[int, _Local]) -> Limb | None:
    """One connected part; None if it is too short."""
    from scipy.spatial import KDTree

    wide = np.log([one.half[0] for one in locals_.values()])
    alike = np.abs(wide - np.median(wide)) < np.log(TAPERS)
    locals_ = {k: one for (k, one), ok in zip(locals_.items(), alike, strict=True) if ok}
    centres = np.array([one.centre for one in locals_.values()])
    if len(centres) < 3:
        return None
    typical = float(np.median(medial.radius[list(locals_)]))
    apart, nearest = KDTree(centres).query(medial.centre)
    alike = np.abs(np.log(medial.radius / typical)) < np.log(ALIKE)
    flat = np.array([one.half[0] - one.half[1] for one in locals_.values()])
    members = np.flatnonzero((apart < np.minimum(OWN + flat[nearest], LINKED)) & alike)
    if len(members) < MEMBERS:
        return None
    skin = points[members] - points[members].mean(axis=0)
    along = skin @ np.linalg.svd(skin, full_matrices=False)[2][0]
    length = float(np.ptp(along))
    if length < SHORTEST:
        return None
    half = np.median([one.half for one in locals_.values()], axis=0)
    chosen = _spaced(centres)
    found: list[Section] = []
    for one in (list(locals_.values())[k] for k in chosen):
        found += sections_of(one.axis, one.centre, one.sides, one.half, length)
    others = np.delete(points, members, axis=0)
    free = float(np.mean([not _is_grown(one, others) for one in locals_.values()]))
    return Limb(tuple(found), members, length, float(half.mean()), float(half[1]), free)


def _is_grown(local: _Local, others: np.ndarray) -> bool:
    """Whether something else, of points (N, 3) [m] beside its own, is grown to a part there."""
    away = others - local.centre
    near = away[np.abs(away @ local.axis) < SLICE]
    out = np.abs(near @ local.sides.T / local.half).max(axis=1)
    return bool(((out > GROWN[0]) & (out < GROWN[1])).any())


def sections_of(
    axis: np.ndarray, centre: np.ndarray, sides: np.ndarray, half: np.ndarray, length: float
) -> list[Section]:
    """What is grasped at one place of a slender part: round it, or between either pair of sides.

    Args:
        axis: (3,) unit
        centre: (3,) [m]
        sides: (2, 3) unit, across
        half: (2,) [m] half the widths along them
        length: [m] of the part
    """
    mean = float(np.sqrt(half[0] * half[1]))
    if half.max() < NOT_ROUND * half.min():
        return [Section(axis, centre, mean, length)]
    flat = [
        Section(axis, centre, float(r), length, side) for r, side in zip(half, sides, strict=True)
    ]
    return [Section(axis, centre, float(half.mean()), length), *flat]


def _spaced(centres: np.ndarray) -> list[int]:
    """Which of places (N, 3) [m] lie a spacing apart and cover them all."""
    apart = np.linalg.norm(centres - centres.mean(axis=0), axis=1)
    chosen: list[int] = []
    while apart.max() > SPACING or not chosen:
        k = int(apart.argmax())
        chosen.append(k)
        here = np.linalg.norm(centres - centres[k], axis=1)
        apart = here if len(chosen) == 1 else np.minimum(apart, here)
    return chosen
