"""Knuckles that pull the same skin: a made-up truth whose joints add up, or do not."""

import numpy as np
import pytest

from prehensile.hand.hand import Hand
from prehensile.hand.joints import JOINT_NAMES
from prehensile.mesh.normals import smooth_normals
from prehensile.skin.eigenskin.blend import own_blend, posed
from prehensile.skin.eigenskin.fit import fit_eigenskin
from prehensile.skin.flesh.bind_pose import bind_angles
from prehensile.skin.template.shipped import template

HAND = Hand()
INDEX, MIDDLE = (JOINT_NAMES.index(f"{finger}_mcp_flex") for finger in ("index", "middle"))
PIP = JOINT_NAMES.index("index_pip_flex")


@pytest.fixture(scope="module")
def blend():
    shape = template()
    return own_blend(HAND, shape.vertices, shape.faces)


def _poses(*columns: int) -> np.ndarray:
    found = np.tile(bind_angles(), (4, 1))
    for column in columns:
        found[:, column] += np.linspace(0.3, 1.2, 4)
    return found


def _shapes(blend, q: np.ndarray, coupling: float) -> np.ndarray:
    """Both knuckles swell the skin between them, less so together; the PIP swells its own."""
    normals = smooth_normals(blend.rest, blend.faces)
    turned = q - bind_angles()
    web = np.exp(-(((blend.rest - [0.095, 0.012, 0]) / 0.012) ** 2).sum(axis=1))
    far = np.exp(-(((blend.rest - [0.135, 0.025, 0]) / 0.012) ** 2).sum(axis=1))
    both = turned[:, INDEX] + turned[:, MIDDLE]
    both = both - coupling * np.minimum(turned[:, INDEX], turned[:, MIDDLE])
    size = 0.003 * (np.outer(both, web) + np.outer(turned[:, PIP], far))
    return posed(blend.maps(HAND, q), blend.rest + size[..., None] * normals)


def _fitted(blend, coupling: float, *together: np.ndarray):
    q = np.concatenate([_poses(INDEX), _poses(MIDDLE), _poses(PIP), *together])
    return fit_eigenskin(blend, HAND, q, _shapes(blend, q, coupling))


def _error(blend, model, q, coupling: float) -> float:
    return float(np.linalg.norm(model.posed(HAND, q)[0] - _shapes(blend, q, coupling)))


def test_joints_that_add_up_are_left_as_they_are(blend):
    alone, with_both = (_fitted(blend, 0.0, *more) for more in ((), (_poses(INDEX, MIDDLE),)))
    for one, two in zip(alone.joints, with_both.joints, strict=True):
        np.testing.assert_allclose(two.displacements, one.displacements, atol=0.02)
    q = 0.5 * (_poses(INDEX, MIDDLE)[:-1] + _poses(INDEX, MIDDLE)[1:])
    assert _error(blend, with_both, q, 0.0) < 0.05 * np.linalg.norm(
        posed(blend.maps(HAND, q), blend.rest) - _shapes(blend, q, 0.0)
    )


def test_joints_that_do_not_add_up_meet_poses_that_bend_both_better(blend):
    together = _poses(INDEX, MIDDLE)
    alone, with_both = (_fitted(blend, 1.0, *more) for more in ((), (together,)))
    unseen = 0.5 * (together[:-1] + together[1:])
    assert _error(blend, with_both, unseen, 1.0) < 0.8 * _error(blend, alone, unseen, 1.0)


def test_other_joints_stay_as_they_are(blend):
    together = _poses(INDEX, MIDDLE, PIP)
    alone, with_both = (_fitted(blend, 1.0, *more) for more in ((), (together,)))
    for one, two in zip(alone.joints, with_both.joints, strict=True):
        same = np.array_equal(one.displacements, two.displacements)
        assert same == (one.joint == "index_pip")
