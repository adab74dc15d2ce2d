"""A skin made from the flesh alone and the template that is worn there are one surface."""

import numpy as np
import pytest
import trimesh

from prehensile.hand.spec import HandSpec
from prehensile.skin.template.levels import skin_mesh
from prehensile.skin.template.make.new_skin import build_skin
from prehensile.skin.template.skin_mesh import SkinMesh


def _trimesh(mesh: SkinMesh) -> trimesh.Trimesh:
    return trimesh.Trimesh(mesh.vertices.astype(float), mesh.faces, process=False)


def test_it_is_closed_whichever_hand_is_asked_for() -> None:
    skin = _trimesh(build_skin(HandSpec.mean("left").build(), 0))
    assert skin.is_watertight and skin.volume > 2e-4


@pytest.mark.long
def test_a_skin_made_without_the_template_is_the_same_surface() -> None:
    """The same volume within 1 %, and the same box within 0.5 mm: only triangles differ."""
    hand = HandSpec.sample(6).build()  # of unlike neighbours: hard for the template
    anew, worn = _trimesh(build_skin(hand, 1)), _trimesh(skin_mesh(hand, 1))
    assert abs(worn.volume / anew.volume - 1) < 0.01
    np.testing.assert_allclose(worn.bounds, anew.bounds, atol=5e-4)
