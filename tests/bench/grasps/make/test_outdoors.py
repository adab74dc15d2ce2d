"""Things of garage, garden, desk and hall: closed, of real masses, marked, and lying still."""

from itertools import pairwise

import numpy as np
import pytest
from scipy.spatial import Delaunay

from prehensile.bench.grasps.box import inside
from prehensile.bench.grasps.make.design import Design
from prehensile.bench.grasps.make.outdoors import OUTDOORS
from prehensile.mesh.solid_moments import solid_moments
from prehensile.world.objects.object import open_edge_count

SEEDS = (700, 701, 702)
NAMES = [kind.__name__ for kind in OUTDOORS]
TOUCHES = 0.002
"""[m] above the table: vertices up to here carry the thing"""


def drawn_by(kind) -> list[Design]:
    """A thing of the kind from each seed."""
    return [kind(np.random.default_rng(seed)) for seed in SEEDS]


@pytest.mark.parametrize("kind", OUTDOORS, ids=NAMES)
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
        assert 0.03 < mass < 1.2
        assert 0.1 < np.ptp(vertices, axis=0).max() < 0.46


@pytest.mark.parametrize("kind", OUTDOORS, ids=NAMES)
def test_its_part_is_marked_and_is_not_all_of_it(kind) -> None:
    for design in drawn_by(kind):
        assert design.part and design.handle
        vertices, faces = design.surface()
        marked = inside(design.handle, vertices[faces].mean(axis=1))
        assert 0.02 < marked.mean() < 0.98


@pytest.mark.parametrize("kind", OUTDOORS, ids=NAMES)
def test_it_rests_on_the_table_as_it_is_laid(kind) -> None:
    """Its centre of mass lies over the hull of what touches."""
    for design in drawn_by(kind):
        vertices, _ = design.surface()
        assert vertices[:, 2].min() == pytest.approx(0.0, abs=1e-6)
        moments = [solid_moments(*piece.mesh) for piece in design.pieces]
        mass = [m.volume * p.material.density for m, p in zip(moments, design.pieces, strict=True)]
        com = np.average([m.com for m in moments], axis=0, weights=mass)
        feet = vertices[vertices[:, 2] < TOUCHES, :2]
        assert Delaunay(feet).find_simplex(com[:2]) >= 0


@pytest.mark.parametrize("kind", OUTDOORS, ids=NAMES)
def test_another_seed_draws_another_size(kind) -> None:
    sizes = [np.ptp(design.surface()[0], axis=0) for design in drawn_by(kind)]
    assert min(np.abs(a - b).max() for a, b in pairwise(sizes)) > 0.002
