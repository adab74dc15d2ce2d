"""The coarsest skin: even triangles of the wished size on the flesh, closed."""

import numpy as np
import pytest
import trimesh

from prehensile.hand.spec import HandSpec
from prehensile.skin.flesh.rest import RestFlesh
from prehensile.skin.template.edge_lengths import edge_lengths
from prehensile.skin.template.make import coarse


def test_on_a_ball_triangles_become_even_and_lie_on_it(monkeypatch):
    """Everything of the hand replaced by a unit ball: what is left is the meshing itself."""
    ball, edge = trimesh.creation.icosphere(subdivisions=3), 0.3
    cells = []

    def zero_level(flesh, cell):
        cells.append(cell)
        return np.array(ball.vertices), np.array(ball.faces)

    monkeypatch.setattr(coarse, "zero_level", zero_level)
    monkeypatch.setattr(coarse, "edge_lengths", lambda flesh, p: np.full(len(p), edge))
    monkeypatch.setattr(
        coarse,
        "projected",
        lambda flesh, p, detail, rounds: p / np.linalg.norm(p, axis=1, keepdims=True),
    )
    monkeypatch.setattr(
        coarse, "snapped_to_nails", lambda flesh, v, f, edges: (v, f, np.zeros(len(f), bool))
    )
    hand = HandSpec.mean("right").build()
    flesh = type("Flesh", (), {"hand": hand})()
    v, faces, _ = coarse.coarse_skin(flesh)
    assert cells == [coarse.START_CELL * hand.spec.breadth]
    mesh = trimesh.Trimesh(v, faces, process=False)
    assert mesh.is_watertight and mesh.euler_number == 2
    np.testing.assert_allclose(np.linalg.norm(v, axis=1), 1, atol=1e-9)
    assert np.median(mesh.edges_unique_length) == pytest.approx(edge, rel=0.1)
    assert np.quantile(np.abs(mesh.edges_unique_length / edge - 1), 0.9) < 0.3
    # An even triangle has the area √3/4 · edge².
    assert len(faces) == pytest.approx(4 * np.pi / (np.sqrt(3) / 4 * edge**2), rel=0.15)


@pytest.mark.long
def test_a_hand_s_is_closed_on_its_flesh_with_edges_as_wished():
    flesh = RestFlesh(HandSpec.mean("right").build())
    v, faces, on_nail = coarse.coarse_skin(flesh)
    mesh = trimesh.Trimesh(v, faces, process=False)
    assert mesh.is_watertight and mesh.euler_number == 2 and 2.5e-4 < mesh.volume < 6e-4
    assert 3000 < len(faces) < 4000 and 5 * 4 < on_nail.sum() < 0.1 * len(faces)
    wished = edge_lengths(flesh, v)
    assert np.quantile(np.abs(flesh.distance(v, wished)), 0.95) < 1e-4
    ratio = mesh.edges_unique_length / wished[mesh.edges_unique].mean(axis=1)
    assert np.median(ratio) == pytest.approx(1, abs=0.15)
