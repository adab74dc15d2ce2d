import numpy as np
import pytest

from prehensile.appearance.fit.law import LawKind
from prehensile.appearance.fit.leave_out import folds, left_out_errors, relative_error, seen
from prehensile.appearance.fit.pigment import typical_pigment
from prehensile.appearance.fit.prepared import PhotoSet
from prehensile.appearance.fit.recipe import Recipe, model_by, textures_of
from prehensile.appearance.model.absorption import absorption, color_of
from prehensile.appearance.model.procedure import blushed_texels

RECIPE = Recipe(LawKind("matern52", 0.15, 0.5, 1e-3))


def blushing(
    rng, noise=0.0, sideways=0.0, presses=9, space="srgb", size=64, zero_noise=0.0
) -> PhotoSet:
    """A square of skin that blanches below as a smooth function of force, and of place."""
    y, x = (np.mgrid[:size, :size] + 0.5) / size
    zero = np.stack([0.8 + 0 * x, 0.6 + 0.1 * x, 0.5 + 0.1 * y], axis=-1)
    force = np.linspace(0.6, 11, presses)
    along = 0.004 * np.sin(2.4 * np.arange(presses))
    share = (1 - np.exp(-force / 3)) * (1 + sideways * along / 0.004)
    blob = np.exp(-(((x - 0.5) / 0.25) ** 2) - ((y - 0.7) / 0.2) ** 2)
    second = np.exp(-(((x - 0.5) / 0.25) ** 2) - ((y - 0.2) / 0.1) ** 2)
    dq = -0.4 * share[:, None, None] * blob + 0.1 * np.sqrt(share)[:, None, None] * second
    pressed = color_of(absorption(zero) + dq[..., None] * typical_pigment())
    loads = np.zeros((presses, 5))
    loads[:, 0], loads[:, 1] = force, along
    zero = zero + zero_noise * rng.normal(size=zero.shape)
    pressed = np.clip(pressed + noise * rng.normal(size=pressed.shape), 0, 1)
    return PhotoSet(
        zero.astype(np.float32), pressed.astype(np.float32), loads, np.ones((size, size)),
        tuple(f"p{k}" for k in range(presses)), space=space,
    )  # fmt: skip


@pytest.mark.parametrize("count", [2, 9, 40])
def test_each_photograph_is_left_out_once(rng, count):
    found = folds(rng.random(count))
    assert (np.sum([fold.left for fold in found], axis=0) == 1).all()
    assert all((fold.left ^ fold.kept).all() for fold in found)


def test_a_smooth_law_of_few_components_is_predicted(rng):
    errors = left_out_errors(blushing(rng), [RECIPE])
    assert errors[0, 1:-1].max() < 0.02


def test_noise_cannot_be_predicted(rng):
    quiet, loud = (left_out_errors(blushing(rng, n), [RECIPE], 7).mean() for n in (0.0, 0.05))
    assert loud > quiet + 0.1


def test_some_texels_tell_what_all_tell(rng):
    photos = blushing(rng, 0.01)
    all_of_them, some = (left_out_errors(photos, [RECIPE], stride) for stride in (1, 3))
    np.testing.assert_allclose(some, all_of_them, rtol=0.15)


def test_no_change_has_an_error_of_one(rng):
    zero, truth = rng.random((2, 50, 3))
    assert relative_error(zero, truth, zero) == 1
    assert relative_error(zero, truth, truth) == 0


@pytest.mark.parametrize("space", ["srgb", "linear"])
def test_predictions_are_those_of_procedure_5_4(rng, space):
    photos = blushing(rng, space=space, size=256)
    recipe = RECIPE._replace(detail=0.0)
    textures = textures_of(photos, recipe)
    model = model_by(photos, recipe)
    y = rng.normal(size=4)
    pick = rng.integers(0, 256, (200, 2))
    shown = seen(photos, textures).predicted(y).reshape(256, 256, 3)[pick[:, 0], pick[:, 1]]
    own = blushed_texels(
        model,
        photos.zero[pick[:, 0], pick[:, 1]].astype(float),
        (pick[:, ::-1] + 0.5) / 256,
        np.tile(y, (200, 1)),
        model.mask[pick[:, 0], pick[:, 1]],
    )
    np.testing.assert_allclose(shown, own, atol=1e-6)
