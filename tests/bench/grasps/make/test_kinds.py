"""Things of garage, garden and kitchen: closed, of real masses, marked, and lying still."""

from itertools import pairwise

import numpy as np
import pytest
from scipy.spatial import Delaunay

from prehensile.bench.grasps.box import inside
from prehensile.bench.grasps.make.design import Design
from prehensile.bench.grasps.make.kitchen import KITCHEN
from prehensile.bench.grasps.make.outdoors import OUTDOORS
from prehensile.mesh.solid_moments import solid_moments
from prehensile.world.objects.object import open_edge_count

SEEDS = (700, 701, 702)
KINDS = OUTDOORS + KITCHEN
NAMES = [kind.__name__ for kind in KINDS]
TOUCHES = 0.002
"""[m] above its lowest point: vertices up to here carry the thing"""
LIGHTEST, HEAVIEST = {"toothbrush": 0.005}, {"hatchet": 1.3}
"""[kg] of kinds for which `USUAL` is not: a brush of 10 g, and a wedge of solid steel"""
USUAL = (0.03, 1.2)
"""[kg] of all others"""
ABOVE = {"hairdryer": 5e-4, "toothbrush": 1e-3}
"""[m] above the ground at which kinds are drawn, at most, and 0 for all others: a barrel whose
bulge is rounded off, a handle flatter than it is wide. They are put down by their lowest point"""


def drawn_by(kind) -> list[Design]:
    """A thing of the kind from each seed."""
    return [kind(np.random.default_rng(seed)) for seed in SEEDS]


@pytest.mark.parametrize("kind", KINDS, ids=NAMES)
def test_its_pieces_are_closed_and_together_of_a_mass_to_carry(kind) -> None:
    for design in drawn_by(kind):
        solids = [solid_moments(*piece.mesh).volume for piece in design.pieces]
        assert all(open_edge_count(piece.mesh[1]) == 0 for piece in design.pieces)
        assert min(solids) > 0.0
        vertices, faces = design.surface()
        assert open_edge_count(faces) == 0
        volume = solid_moments(vertices, faces).volume
        assert max(solids) * (1 - 1e-9) <= volume <= sum(solids) * (1 + 1e-9)
        mass = sum(p.material.density * v for p, v in zip(design.pieces, solids, strict=True))
        least, most = USUAL
        assert LIGHTEST.get(design.kind, least) < mass < HEAVIEST.get(design.kind, most)
        assert 0.1 < np.ptp(vertices, axis=0).max() < 0.46


@pytest.mark.parametrize("kind", KINDS, ids=NAMES)
def test_its_part_is_marked_and_is_not_all_of_it(kind) -> None:
    for design in drawn_by(kind):
        assert design.part and design.handle
        vertices, faces = design.surface()
        marked = inside(design.handle, vertices[faces].mean(axis=1))
        assert 0.02 < marked.mean() < 0.98


@pytest.mark.parametrize("kind", KINDS, ids=NAMES)
def test_it_rests_on_the_table_as_it_is_laid(kind) -> None:
    """Its centre of mass lies over the hull of what touches."""
    for design in drawn_by(kind):
        vertices, _ = design.surface()
        ground = vertices[:, 2].min()
        assert -1e-6 < ground < ABOVE.get(design.kind, 1e-6)
        moments = [solid_moments(*piece.mesh) for piece in design.pieces]
        mass = [m.volume * p.material.density for m, p in zip(moments, design.pieces, strict=True)]
        com = np.average([m.com for m in moments], axis=0, weights=mass)
        feet = vertices[vertices[:, 2] < ground + TOUCHES, :2]
        assert Delaunay(feet).find_simplex(com[:2]) >= 0


@pytest.mark.parametrize("kind", KINDS, ids=NAMES)
def test_another_seed_draws_another_size(kind) -> None:
    sizes = [np.ptp(design.surface()[0], axis=0) for design in drawn_by(kind)]
    assert min(np.abs(a - b).max() for a, b in pairwise(sizes)) > 0.002
