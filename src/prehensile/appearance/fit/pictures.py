"""The figures of a fit, as in Andrews 2014, chapter 5; Matplotlib draws them."""

from collections.abc import Sequence
from typing import Any

import numpy as np

from prehensile.appearance.fit.changes import quantity_changes
from prehensile.appearance.fit.fit import Fit
from prehensile.appearance.fit.leave_out import folds, relative_error, seen
from prehensile.appearance.fit.recipe import law_of, textures_of
from prehensile.appearance.model.model import COMPONENTS
from prehensile.extras import optional

INK = "#3a3733"
MOST = 8
"""Pictures in a row."""
TIMES = 4
"""Errors are shown so many times as large (Figure 5-12)."""
SERIES = ("#0072b2", "#d55e00", "#009e73", "#cc79a7")


def quantity_figure(fit: Fit) -> Any:
    """5-4: change of blood against zero force, blue where it leaves, red where it gathers."""
    pressed, base = fit.photos.absorptions[1], fit.textures.base
    changes = quantity_changes(base, pressed, fit.textures.pigment, fit.textures.mask)
    some = _some(fit)
    limit = np.abs(changes).max() or 1.0
    tiles = [(f"{fit.photos.force[k]:.2f} N", changes[k]) for k in some]
    return _sheet([tiles], limit=0.7 * limit)


def eigentexture_figure(fit: Fit) -> Any:
    """5-5: the eigentextures, and how much of all change each explains."""
    shape = fit.photos.finger.shape
    pictures = fit.textures.basis.textures.reshape(COMPONENTS, *shape)
    share = fit.textures.basis.variance
    tiles = [
        (f"{100 * share[k]:.1f} %", pictures[k])
        for k in range(min(fit.recipe.components, len(share)))
    ]
    return _sheet([tiles], limit=np.quantile(np.abs(pictures), 0.999))


def reconstruction_figure(fit: Fit) -> Any:
    """5-6: photographs above, the same by their coefficients below."""
    view = seen(fit.photos, fit.textures)
    shape = (*fit.photos.finger.shape, 3)
    some = _some(fit)
    y = fit.textures.basis.coefficients
    above = [(f"{fit.photos.force[k]:.2f} N", fit.photos.pressed[k]) for k in some]
    below = [("4 components", view.predicted(y[k]).reshape(shape)) for k in some]
    return _sheet([above, below])


def coefficient_figure(fit: Fit) -> Any:
    """5-7: coefficients of the photographs, and the law through them, over force."""
    figure = optional("matplotlib.figure").Figure(figsize=(9, 4.2), dpi=100, layout="constrained")
    plot = figure.subplots()
    law = fit.model.law
    photos = fit.photos
    middle = np.median(photos.inputs(law.inputs), axis=0)
    force = np.linspace(0, 1.2 * photos.force.max(), 300)
    loads = np.tile(middle, (300, 1))
    loads[:, 0] = force
    y = law.coefficients(loads)
    for k in range(fit.recipe.components):
        color = SERIES[k]
        plot.plot(force, y[:, k], color=color, label=f"component {k + 1}")
        plot.plot(photos.force, fit.textures.basis.coefficients[:, k], "o", color=color, ms=4)
    plot.axhline(0, color="#bbbbbb", lw=0.8, zorder=0)
    plot.set_xlabel("force [N]", color=INK)
    plot.set_ylabel("coefficient", color=INK)
    plot.legend(frameon=False)
    return figure


def left_out_figure(fit: Fit, presses: Sequence[int] | None = None) -> Any:
    """5-12: photographs left out, what was predicted, and four times the errors of both ways."""
    photos = fit.photos
    order = np.argsort(photos.force)
    presses = presses if presses is not None else [int(order[0]), int(order[-1])]
    shape = (*photos.finger.shape, 3)
    rows = []
    for press in presses:
        fold = next(fold for fold in folds(photos.force) if fold.left[press])
        kept = photos.of(fold.kept)
        textures = textures_of(kept, fit.recipe)
        law = law_of(kept, textures.basis, fit.recipe)
        y = law.coefficients(photos.inputs(law.inputs)[press])
        shown = seen(kept, textures).predicted(y).reshape(shape)
        rows.append(comparison(photos.zero, photos.pressed[press], shown, photos.force[press]))
    return _sheet(rows)


def comparison(
    zero: np.ndarray, truth: np.ndarray, shown: np.ndarray, force: float
) -> list[tuple[str, np.ndarray]]:
    """One row of 5-12: photograph, prediction, and four times the errors of it and of no change."""
    score = relative_error(zero, truth, shown)
    return [
        (f"{force:.2f} N", truth),
        (f"predicted, relative error {score:.3f}", shown),
        (f"its error, {TIMES} ×", TIMES * np.abs(shown - truth)),
        (f"error of no change, {TIMES} ×", TIMES * np.abs(zero - truth)),
    ]


def first_components_figure(fits: Sequence[tuple[str, Fit]]) -> Any:
    """5-13: the first eigentexture of several people."""
    tiles = []
    for name, fit in fits:
        picture = fit.textures.basis.textures[0].reshape(fit.photos.finger.shape)
        tiles.append((name, picture / max(np.quantile(np.abs(picture), 0.999), 1e-30)))
    return _sheet([tiles], limit=1.0)


def timing_figure(fit: Fit) -> Any:
    """Coefficients of a timed series, and what the time constants make of its forces."""
    timing = fit.timing
    assert timing is not None
    figure = optional("matplotlib.figure").Figure(figsize=(9, 3.6), dpi=100, layout="constrained")
    plot = figure.subplots()
    for k in range(min(2, COMPONENTS)):
        plot.plot(timing.time, timing.seen[:, k], "o", color=SERIES[k], ms=4)
        plot.plot(timing.time, timing.fitted[:, k], color=SERIES[k], label=f"component {k + 1}")
    plot.set_xlabel("time [s]", color=INK)
    plot.set_ylabel("coefficient", color=INK)
    plot.legend(frameon=False)
    return figure


def _some(fit: Fit) -> np.ndarray:
    """At most so many presses, from the lightest to the hardest."""
    order = np.argsort(fit.photos.force, kind="stable")
    count = min(MOST, len(order))
    return order[np.linspace(0, len(order) - 1, count).round().astype(int)]


def _sheet(rows: Sequence[Sequence[tuple[str, np.ndarray]]], limit: float = 1.0) -> Any:
    """Rows of labelled pictures: colours as they are, single numbers from blue to red."""
    most = max(len(row) for row in rows)
    height, width = rows[0][0][1].shape[:2]
    across = 11.0 / max(most, 4)
    size = (most * across, len(rows) * (across * height / width + 0.35))
    figure = optional("matplotlib.figure").Figure(figsize=size, dpi=100, layout="constrained")
    plots = figure.subplots(len(rows), most, squeeze=False)
    for plot in plots.flat:
        plot.axis("off")
    for line, row in zip(plots, rows, strict=True):
        for plot, (label, picture) in zip(line, row, strict=False):
            if picture.ndim == 3:
                plot.imshow(np.clip(picture, 0, 1))
            else:
                plot.imshow(picture, cmap="RdBu_r", vmin=-limit, vmax=limit)
            plot.set_title(label, fontsize=8, color=INK)
    return figure
