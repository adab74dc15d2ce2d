"""Generated things: closed, of a household's sizes, the same for the same seed."""

import numpy as np
import pytest

from prehensile.bench.grasps.box import inside
from prehensile.bench.grasps.make.draw import EACH, ROLES, drawn_things
from prehensile.bench.grasps.make.tools import mallet
from prehensile.mesh.solid_moments import solid_moments
from prehensile.world.objects.object import open_edge_count

SEEDS = (500, 501)
KINDS = [(role, kind) for role, kinds in ROLES.items() for kind in kinds]


@pytest.mark.parametrize(("role", "kind"), KINDS, ids=[kind.__name__ for _, kind in KINDS])
def test_every_kind_is_a_closed_solid_of_a_size_to_hold(role: str, kind) -> None:
    for seed in SEEDS:
        design = kind(np.random.default_rng(seed))
        vertices, faces = design.surface()
        assert open_edge_count(faces) == 0
        volume = solid_moments(vertices, faces).volume
        solids = [solid_moments(*piece.mesh).volume for piece in design.pieces]
        # What is joined is no more than its solids, and no less than the largest of them.
        assert max(solids) * (1 - 1e-9) <= volume <= sum(solids) * (1 + 1e-9)
        mass = sum(p.material.density * v for p, v in zip(design.pieces, solids, strict=True))
        assert 0.002 < mass < 1.5
        length = np.ptp(vertices, axis=0).max()
        assert length < 0.06 if role == "small" else 0.06 < length < 0.42
        assert bool(design.handle) == bool(design.part)
        marked = inside(design.handle, vertices)
        assert not design.handle or 0.02 < marked.mean() < 0.98


def test_a_seed_draws_three_kinds_of_every_role_and_draws_them_again() -> None:
    first, again, other = drawn_things(500), drawn_things(500), drawn_things(501)
    assert [t.role for t in first] == [role for role in ROLES for _ in range(EACH)]
    assert len({t.name for t in first}) == len(first)
    assert [(t.name, t.handle) for t in first] == [(t.name, t.handle) for t in again]
    assert [(t.name, t.handle) for t in first] != [(t.name, t.handle) for t in other]


def test_a_heavy_head_draws_the_centre_of_mass_from_the_handle() -> None:
    """Its own centre, from pieces of different density, against the balance of two masses."""
    design = mallet(np.random.default_rng(500))
    obj = design.made("mallet")
    moments = [solid_moments(*piece.mesh) for piece in design.pieces]
    mass = [m.volume * p.material.density for m, p in zip(moments, design.pieces, strict=True)]
    balance = sum(k * m.com for k, m in zip(mass, moments, strict=True)) / sum(mass)
    np.testing.assert_allclose(obj.com, balance, atol=1e-12)
    assert obj.mass == pytest.approx(sum(mass))
    assert obj.com[0] > obj.centre[0]
    assert obj.friction[0] == design.pieces[0].material.friction
