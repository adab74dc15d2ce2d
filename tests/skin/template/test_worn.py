"""How other hands wear the template."""

import numpy as np
import pytest

from prehensile.hand.spec import HandSpec
from prehensile.skin.flesh.rest import RestFlesh
from prehensile.skin.template.nails import rim_vertices
from prehensile.skin.template.shipped import template
from prehensile.skin.template.worn import worn_template


def test_the_mean_hand_wears_it_as_it_is() -> None:
    """Carrying it to its own sizes leaves vertices where they are, but for evening out."""
    v = worn_template(RestFlesh(HandSpec.mean().build()))
    moved = np.linalg.norm(v - template().vertices, axis=1)
    assert np.percentile(moved, 95) < 4e-4 and moved.max() < 2e-3


@pytest.mark.parametrize("spec", [HandSpec.at_percentile(5), HandSpec.sample(3)], ids=["p5", "s3"])
def test_a_vertex_keeps_its_place_on_the_body(spec: HandSpec) -> None:
    """Along its finger, as a share of the bone it belongs to, within a tenth; nails stay nails."""
    mean, other = RestFlesh(HandSpec.mean().build()), RestFlesh(spec.build())
    here, there = template().vertices, worn_template(other)
    for name, digit in mean.digits.items():
        x, y, z = ((here - digit.T[:3, 3]) @ digit.T[:3, :3]).T
        own = (x > 0.5 * digit.joints[-2]) & (np.hypot(y, z) < 1.3 * digit.radii.max())
        twin = other.digits[name]
        x2 = ((there - twin.T[:3, 3]) @ twin.T[:3, :3])[:, 0]
        phase = np.interp(x[own], digit.joints, np.arange(len(digit.joints)))
        phase2 = np.interp(x2[own], twin.joints, np.arange(len(twin.joints)))
        assert own.sum() > 60 and np.abs(phase - phase2).max() < 0.1, name
    on_nail, faces = template().on_nail, template().faces
    rim = rim_vertices(on_nail, faces, len(here))
    assert np.abs(other.nail_depth(there[rim])).max() < 0.08
    inside = np.setdiff1d(faces[on_nail], np.flatnonzero(rim))
    assert len(inside) >= 5 and (other.nail_depth(there[inside]) > 0).all()
    outside = np.setdiff1d(faces[~on_nail], np.flatnonzero(rim))
    assert (other.nail_depth(there[outside]) <= 0).all()
