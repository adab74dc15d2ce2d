"""Quality from contacts in one pass: the same as its parts, in batches and with masks."""

import numpy as np
import pytest

import prehensile
from prehensile.errors import InputError
from prehensile.quality.measure.closure import force_closure
from prehensile.quality.measure.contact_wrenches import contact_wrenches
from prehensile.quality.measure.grasp_quality import grasp_quality
from prehensile.quality.measure.random_grasp import RADIUS, random_contacts
from prehensile.quality.measure.wrench_ellipsoid import wrench_ellipsoid

COM = np.zeros(3)


@pytest.fixture(params=["compiled", "plain"], autouse=True)
def kernels(request, monkeypatch):
    if request.param == "plain":
        monkeypatch.setenv("PREHENSILE_PLAIN", "1")


@pytest.mark.parametrize("torsion", [0.0, 0.003])
@pytest.mark.parametrize("sides", [4, 7])
def test_it_is_its_parts_one_after_the_other(rng, torsion, sides):
    closed = 0
    for _ in range(30):
        pos, normal = random_contacts(rng, int(rng.integers(2, 8)))
        found = grasp_quality(pos, normal, 0.6, COM, RADIUS, sides=sides, torsion=torsion)
        wrench = contact_wrenches(pos, normal, 0.6, COM, RADIUS, sides=sides, torsion=torsion)[0]
        assert bool(found.closed) == bool(force_closure(wrench).closed)
        ellipsoid = wrench_ellipsoid(wrench)
        if found.closed:
            closed += 1
            assert found.value == pytest.approx(float(ellipsoid.smallest), abs=1e-12)
            np.testing.assert_allclose(found.weakest, ellipsoid.weakest, atol=1e-6)
        else:
            assert found.value == 0
    assert 0 < closed < 30


def test_what_an_open_grasp_cannot_resist_no_wrench_works_against(rng):
    seen = 0
    for _ in range(60):
        pos, normal = random_contacts(rng, 4)
        found = grasp_quality(pos, normal, 0.3, COM, RADIUS)
        if not found.closed:
            wrench = contact_wrenches(pos, normal, 0.3, COM, RADIUS).wrench
            assert (wrench @ found.weakest).min() > -1e-9  # against it would be below nought
            seen += 1
    assert seen > 5


def test_batches_with_masks_are_grasps_one_by_one(rng):
    pos, normal = random_contacts(rng, 8, 12)
    mask = rng.random((12, 8)) < 0.7
    mask[0] = False
    friction, torsion = rng.uniform(0.4, 1, (12, 8)), rng.uniform(0, 0.004, (12, 8))
    origin = 0.2 * RADIUS * rng.normal(size=(12, 3))
    # Empty slots hold anything.
    spoilt = np.where(mask[..., None], pos, np.nan), np.where(mask[..., None], normal, 0.0)
    many = grasp_quality(*spoilt, friction, origin, RADIUS, mask=mask, torsion=torsion)
    assert many.closed.shape == many.value.shape == (12,) and many.weakest.shape == (12, 6)
    assert not many.closed[0] and many.value[0] == 0
    assert many.closed.any()
    for b in range(1, 12):
        live = mask[b]
        one = grasp_quality(
            pos[b, live], normal[b, live], friction[b, live], origin[b], RADIUS,
            torsion=torsion[b, live],
        )  # fmt: skip
        assert (one.closed, one.value) == (many.closed[b], many.value[b])


def test_more_batch_axes_keep_their_shape(rng):
    pos, normal = random_contacts(rng, 6, 10)
    shaped = grasp_quality(pos.reshape(2, 5, 6, 3), normal.reshape(2, 5, 6, 3), 0.8, COM, RADIUS)
    assert shaped.value.shape == (2, 5)
    flat = grasp_quality(pos, normal, 0.8, COM, RADIUS)
    np.testing.assert_array_equal(shaped.value.ravel(), flat.value)


def test_what_makes_no_sense_is_refused(rng):
    pos, normal = random_contacts(rng, 4)
    for wrong, words in (
        ((pos, normal, 0.0), "friction"),
        ((pos, normal, -1.0), "friction"),
        ((pos * np.nan, normal, 0.5), "not finite"),
        ((pos, normal * 1.1, 0.5), "unit length"),
        ((pos[:3], normal, 0.5), "alike"),
    ):
        with pytest.raises(InputError, match=words):
            grasp_quality(*wrong, COM, RADIUS)
    with pytest.raises(InputError, match="length"):
        grasp_quality(pos, normal, 0.5, COM, 0.0)
    with pytest.raises(InputError, match="friction is one number"):
        grasp_quality(pos, normal, np.full(3, 0.5), COM, RADIUS)
    with pytest.raises(InputError, match="torsion is one number"):
        grasp_quality(pos, normal, 0.5, COM, RADIUS, torsion=np.full((2, 4), 0.001))
    with pytest.raises(InputError, match="mask"):
        grasp_quality(pos, normal, 0.5, COM, RADIUS, mask=np.ones(3, bool))
    for origin in (np.zeros((2, 3)), np.zeros(2), np.full(3, np.nan)):
        with pytest.raises(InputError, match="origin"):
            grasp_quality(pos, normal, 0.5, origin, RADIUS)


@pytest.mark.parametrize("count", [0, 1])
def test_nothing_and_one_contact_are_worth_nothing(rng, count):
    found = grasp_quality(*random_contacts(rng, count), 0.5, COM, RADIUS)
    assert not found.closed and found.value == 0


def test_it_stands_at_the_root():
    assert prehensile.grasp_quality is grasp_quality
