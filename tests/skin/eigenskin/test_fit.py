"""Synthetic examples whose corrections are known."""

import numpy as np
import pytest

from prehensile.errors import InputError
from prehensile.hand.hand import Hand
from prehensile.hand.joints import JOINT_NAMES
from prehensile.kinematics.forward import segment_transforms
from prehensile.mesh.normals import smooth_normals
from prehensile.skin.eigenskin.blend import SkinBlend, at_rest, capped_inverse, posed
from prehensile.skin.eigenskin.fit import fit_eigenskin, single_joints
from prehensile.skin.eigenskin.support import support_masks
from prehensile.skin.flesh.bind_pose import bind_angles
from prehensile.skin.rig.weights import bone_weights
from prehensile.skin.tissue.bones import Rod, bone_surface

HAND = Hand()
PIP, DIP = JOINT_NAMES.index("index_pip_flex"), JOINT_NAMES.index("index_dip_flex")
ABD, MCP = JOINT_NAMES.index("index_mcp_abd"), JOINT_NAMES.index("index_mcp_flex")


@pytest.fixture(scope="module")
def blend() -> SkinBlend:
    """A sausage round the index finger, carried by its bones."""
    poses = segment_transforms(HAND, bind_angles())
    T, far = poses["index-finger-phalanx-proximal"], poses["index-finger-phalanx-distal"]
    rod = Rod(T[:3, 3], far[:3, 3] + 0.01 * far[:3, 0], 0.008)
    vertices, faces = bone_surface((rod,), 0.08)
    names = ("wrist", *(n for n in HAND.segments if n.startswith("index-finger-phalanx")))
    every = tuple(n for n in HAND.segments if n not in ("forearm",))
    weights = bone_weights(HAND, poses, vertices, every)
    kept = weights[:, [every.index(n) for n in names]]
    kept /= kept.sum(axis=1, keepdims=True)
    return SkinBlend(vertices, faces, bind_angles(), names, kept)


def _bulge(blend: SkinBlend, segment: str, size: float = 0.02) -> np.ndarray:
    """(V, 3) [m] outwards, around a joint."""
    centre = segment_transforms(HAND, bind_angles())[segment][:3, 3]
    far = np.linalg.norm(blend.rest - centre, axis=1)
    normals = smooth_normals(blend.rest, blend.faces)
    return 0.003 * np.exp(-((far / size) ** 2))[:, None] * normals


def _pip_truth(blend: SkinBlend, q: np.ndarray) -> np.ndarray:
    amount = 1 - np.cos(q[:, PIP])
    return blend.rest + amount[:, None, None] * _bulge(blend, "index-finger-phalanx-intermediate")


def _examples(blend: SkinBlend, angles: np.ndarray, column: int = PIP) -> np.ndarray:
    q = np.tile(bind_angles(), (len(angles), 1))
    q[:, column] = angles
    return q


def test_posing_is_undone(blend):
    q = _examples(blend, np.linspace(0.2, 1.7, 4))
    maps = blend.maps(HAND, q)
    there = posed(maps, blend.rest + 1e-3)
    np.testing.assert_allclose(at_rest(maps, there), np.tile(blend.rest + 1e-3, (4, 1, 1)))


def test_the_inverse_of_a_flat_map_is_capped():
    flat = np.diag([1.0, 0.5, 1e-6])
    np.testing.assert_allclose(capped_inverse(flat), np.diag([1, 2, 10.0]))


def test_masks_end_smoothly_and_keep_the_strongest():
    largest = np.array([[1.0, 0.009, 0.015, 0.5], [0.2, 0.0, 1.0, 0.4], [0.5, 0.0, 0.0, 1.0]])
    masks = support_masks(largest, threshold=0.04, supports=2)
    assert masks[0, 1] == 0  # below a quarter of the threshold
    assert 0 < masks[0, 2] < 0.3  # just above
    assert ((masks > 0).sum(axis=0) <= 2).all()
    assert masks[2, 3] == 1


def test_a_known_correction_is_found_and_foretold_between(blend):
    q = _examples(blend, np.linspace(0, 1.75, 7)[1:])
    shapes = posed(blend.maps(HAND, q), _pip_truth(blend, q))
    model = fit_eigenskin(blend, HAND, q, shapes)
    (joint,) = model.joints
    assert joint.joint == "index_pip"
    assert joint.singular_values[1] < 1e-9 * joint.singular_values[0]  # one shape, scaled
    new = _examples(blend, np.array([0.4, 1.0, 1.6]))
    truth = posed(blend.maps(HAND, new), _pip_truth(blend, new))
    plain = posed(blend.maps(HAND, new), np.tile(blend.rest, (3, 1, 1)))
    found, normals = model.posed(HAND, new, count=1)
    # What remains is the mask, below 4 % of the largest displacement.
    assert np.linalg.norm(found - truth) < 0.03 * np.linalg.norm(plain - truth)
    expected = np.stack([smooth_normals(s, blend.faces) for s in truth])
    start = np.einsum("pvij,vj->pvi", blend.maps(HAND, new)[..., :3], model.normals)
    start /= np.linalg.norm(start, axis=-1, keepdims=True)
    assert np.linalg.norm(normals - expected) < 0.5 * np.linalg.norm(start - expected)


def test_nothing_is_added_at_rest(blend):
    q = _examples(blend, np.linspace(0.3, 1.5, 5))
    model = fit_eigenskin(blend, HAND, q, posed(blend.maps(HAND, q), _pip_truth(blend, q)))
    vertices, _ = model.posed(HAND, bind_angles())
    np.testing.assert_allclose(vertices, blend.rest, atol=1e-10)


def test_joints_add_up_and_those_without_examples_are_named(blend):
    one = _examples(blend, np.linspace(0.3, 1.5, 5))
    two = _examples(blend, np.linspace(0.3, 1.2, 5), DIP)
    q = np.concatenate([one, two])

    def truth(q: np.ndarray) -> np.ndarray:
        more = _bulge(blend, "index-finger-phalanx-distal", 0.008)
        return _pip_truth(blend, q) + q[:, DIP, None, None] * more

    model = fit_eigenskin(blend, HAND, q, posed(blend.maps(HAND, q), truth(q)))
    both = bind_angles()[None].copy()
    both[0, [PIP, DIP]] = 0.8, 0.7
    wanted = truth(both)
    found, _ = model.rest_shape(HAND, both)
    assert np.linalg.norm(found - wanted) < 0.08 * np.linalg.norm(wanted - blend.rest)
    assert "thumb_cmc" in model.without_examples
    assert "index_pip" not in model.without_examples


def test_a_joint_of_two_degrees_goes_by_its_rotation(blend):
    q = np.tile(bind_angles(), (20, 1))
    side, bend = np.meshgrid(np.linspace(-0.2, 0.6, 4), np.linspace(0, 1.5, 5))
    q[:, ABD], q[:, MCP] = side.ravel(), bend.ravel()
    shape = _bulge(blend, "index-finger-phalanx-proximal")

    def truth(q: np.ndarray) -> np.ndarray:
        amount = np.sin(q[:, MCP]) * np.cos(q[:, ABD] - 0.1)
        return blend.rest + amount[:, None, None] * shape

    model = fit_eigenskin(blend, HAND, q, posed(blend.maps(HAND, q), truth(q)))
    new = q[:1].copy()
    new[0, [ABD, MCP]] = 0.31, 0.8
    found, _ = model.rest_shape(HAND, new)
    assert np.linalg.norm(found - truth(new)) < 0.1 * np.linalg.norm(truth(new) - blend.rest)


def test_poses_that_move_several_joints_have_no_owner(blend):
    q = np.tile(bind_angles(), (3, 1))
    q[1, PIP] = 0.5
    q[2, [PIP, DIP]] = 0.5
    assert single_joints(blend, q) == [None, "index_pip", None]


def test_bad_examples_are_refused(blend):
    q = _examples(blend, np.array([0.5, 1.0, 1.5]))
    shapes = posed(blend.maps(HAND, q), _pip_truth(blend, q))
    with pytest.raises(InputError, match="expected"):
        fit_eigenskin(blend, HAND, q, shapes[:, :-1])
    with pytest.raises(InputError, match="1 and 2 have the same pose"):
        fit_eigenskin(blend, HAND, q[[0, 1, 1]], shapes)
    with pytest.raises(InputError, match="one joint alone"):
        fit_eigenskin(blend, HAND, np.stack([bind_angles()]), shapes[:1])
    with pytest.raises(InputError, match="example 2 has shapes"):
        fit_eigenskin(blend, HAND, q, np.where(np.arange(3)[:, None, None] == 2, np.nan, shapes))


def test_emphasis_serves_the_extreme_pose(blend):
    q = _examples(blend, np.linspace(0.3, 1.75, 6))
    other = _bulge(blend, "index-finger-phalanx-distal", 0.01)
    shapes = _pip_truth(blend, q) + (0.5 * np.sin(4 * q[:, PIP]))[:, None, None] * other
    there = posed(blend.maps(HAND, q), shapes)
    errors = []
    for emphasis in (0.0, 4.0):
        model = fit_eigenskin(blend, HAND, q, there, emphasis=emphasis)
        found, _ = model.posed(HAND, q, count=1)
        errors.append(np.linalg.norm((found - there).reshape(6, -1), axis=1))
    assert errors[1][-1] < 0.8 * errors[0][-1]
    assert np.linalg.norm(errors[0]) < np.linalg.norm(errors[1])
