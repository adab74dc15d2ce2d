import mujoco
import numpy as np
import pytest
import trimesh

from prehensile.world.objects.body import add_object
from prehensile.world.things.hammer import HANDLE_MASS, HEAD_MASS, LENGTH, MASS, hammer

NAIL = 0.0015  # radius
HALF = 0.013  # its plane of symmetry


@pytest.fixture(scope="module")
def world() -> tuple[mujoco.MjModel, mujoco.MjData]:
    """The hammer, and a short nail along x that can be put anywhere."""
    spec = mujoco.MjSpec()
    add_object(spec, hammer(), "hammer", fixed=True)
    nail = spec.worldbody.add_body(name="nail", mocap=True, quat=[1, 0, 1, 0])
    nail.add_geom(name="nail", type=mujoco.mjtGeom.mjGEOM_CAPSULE, size=[NAIL, 0.04, 0])
    model = spec.compile()
    return model, mujoco.MjData(model)


def depth(world, point) -> float:
    """[m] of the nail in the hammer's parts, with its middle there; negative: free."""
    model, data = world
    data.mocap_pos[0] = point
    mujoco.mj_forward(model, data)
    nail, pair = model.geom("nail").id, np.zeros(6)
    others = [g for g in range(model.ngeom) if g != nail]
    return -min(mujoco.mj_geomDistance(model, data, nail, g, 0.1, pair) for g in others)


def test_a_nail_slides_into_the_claw_until_it_is_caught(world):
    free = [depth(world, [0.12, y, HALF]) < 0 for y in (0.066, 0.058, 0.050)]
    assert all(free)
    assert depth(world, [0.12, 0.020, HALF]) > 0
    for side in (-1, 1):
        assert depth(world, [0.12, 0.050, HALF + side * 0.007]) > 0  # the prongs


def test_the_claw_that_is_seen_has_two_prongs_with_room_for_a_nail():
    mesh = trimesh.Trimesh(hammer().vertices, hammer().faces, process=False)
    for y in (0.050, 0.058):
        prongs = mesh.section([0, 1, 0], [0, y, 0]).discrete
        assert len(prongs) == 2
        lower, upper = sorted(prongs, key=lambda ring: ring[:, 2].mean())
        assert upper[:, 2].min() - lower[:, 2].max() > 2 * NAIL


def test_its_two_sides_are_alike():
    thing = hammer()
    assert thing.com[2] == pytest.approx(HALF, abs=1e-6)
    assert np.abs(thing.inertia[2, :2]).max() < 1e-5 * thing.inertia[2, 2]
    np.testing.assert_allclose(thing.bounds[:, 2], [0, 2 * HALF], atol=1e-6)


def handle_moments() -> tuple[float, float]:
    """[m] where the handle balances and [m²] variance of its mass along x, from its sections."""
    thing = hammer()
    mesh = trimesh.Trimesh(thing.vertices, thing.faces, process=False)
    x = np.linspace(-0.1499, 0.1, 60)
    size = [np.ptp(mesh.section([1, 0, 0], [a, 0, 0]).vertices[:, 1:], axis=0) for a in x]
    x, area = np.append(x, 0.15), np.prod([*size, size[-1]], axis=1)  # ellipses; alike to the end
    share = area / np.trapezoid(area, x)
    middle = np.trapezoid(share * x, x)
    return middle, np.trapezoid(share * (x - middle) ** 2, x)


def test_it_balances_near_its_head():
    thing = hammer()
    handle, _ = handle_moments()
    head = (MASS * thing.com[0] - HANDLE_MASS * handle) / HEAD_MASS
    assert thing.mass == pytest.approx(HEAD_MASS + HANDLE_MASS)
    # Its head's axis is 14 mm from the end, and the claw bends back from there.
    assert LENGTH / 2 - 0.014 - 0.008 < head < LENGTH / 2 - 0.014
    assert thing.com[1] < 0  # the face is heavier than the claw


def test_it_swings_like_a_head_on_a_stick():
    thing = hammer()
    handle, variance = handle_moments()
    head = (MASS * thing.com[0] - HANDLE_MASS * handle) / HEAD_MASS
    apart = HEAD_MASS * HANDLE_MASS / MASS * (head - handle) ** 2
    along = apart + HANDLE_MASS * variance
    bar = HEAD_MASS * 0.125**2 / 12  # the head's own, about z; heavy at the face and the eye
    assert along < thing.inertia[1, 1] < 1.05 * along
    assert along + 0.5 * bar < thing.inertia[2, 2] < 1.05 * (along + bar)
