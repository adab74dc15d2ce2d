"""``report.html``: how a model was made and how well it predicts, in one file."""

import base64
import html
import io
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import numpy as np

from prehensile.appearance.fit import pictures
from prehensile.appearance.fit.fit import Fit
from prehensile.atomic import atomic_path

MOST_RECIPES = 15
"""Rows of the table of what was tried."""

_STYLE = """
body { font: 16px/1.5 system-ui, sans-serif; color: #3a3733; max-width: 70rem; margin: 2rem auto;
       padding: 0 1rem; background: #fbfaf8; }
h1, h2 { font-weight: 600; } h2 { margin-top: 2.5rem; }
table { border-collapse: collapse; margin: 1rem 0; }
td, th { padding: .25rem .8rem; border-bottom: 1px solid #ddd8d0; text-align: left; }
td.n { text-align: right; font-variant-numeric: tabular-nums; }
img { max-width: 100%; } .chosen { background: #f3e9dc; }
"""


def fit_lines(fit: Fit) -> list[str]:
    """What a terminal is told."""
    variance = fit.textures.basis.variance
    parts = ", ".join(f"{value:.4f}" for value in fit.model.pigment)
    lines = [
        f"{len(fit.photos.names)} photographs, {fit.preparation}; pigment ({parts})",
        f"two components hold {100 * variance[:2].sum():.1f} %, four {100 * variance[:4].sum():.1f}"
        " % of the change",
        f"law: {fit.recipe}",
    ]
    if fit.left_out.size:
        lines.append(
            f"left out one by one, relative error {fit.left_out.mean():.3f} "
            f"(as published {fit.left_out_published.mean():.3f})"
        )
    if fit.timing is not None:
        lines.append(
            f"blood leaves in {fit.timing.blanch_s:.3f} s and comes back in "
            f"{fit.timing.refill_s:.3f} s"
        )
    return lines


def write_report(fit: Fit, notes: Sequence[str], path: str | Path) -> None:
    """Write the report, whole or not at all.

    Raises:
        FileError: the file cannot be written.
        MissingExtraError: Matplotlib is not installed.
    """
    text = report_html(fit, notes)
    with atomic_path(path) as temporary:
        temporary.write_text(text, "utf-8")


def report_html(fit: Fit, notes: Sequence[str]) -> str:
    """The page."""
    said = html.escape
    parts = [
        "<!doctype html><html lang='en'><meta charset='utf-8'>",
        "<meta name='viewport' content='width=device-width'><title>Fingertip colour</title>",
        f"<style>{_STYLE}</style><h1>Fingertip colour</h1>",
        *(f"<p>{said(line)}.</p>" for line in fit_lines(fit)),
        "<h2>Photographs</h2>",
        _photo_table(fit),
        *(f"<p>{said(line)}.</p>" for line in (*notes, *fit.lines)),
        "<h2>Change of blood (5-4)</h2>",
        _image(pictures.quantity_figure(fit)),
        "<h2>Eigentextures (5-5)</h2>",
        _image(pictures.eigentexture_figure(fit)),
        "<h2>Photographs and what four components make of them (5-6)</h2>",
        _image(pictures.reconstruction_figure(fit)),
        "<h2>Coefficients over force (5-7)</h2>",
        _image(pictures.coefficient_figure(fit)),
    ]
    if fit.left_out.size:
        parts += [
            "<h2>Left out and predicted (5-12)</h2>",
            _image(pictures.left_out_figure(fit)),
        ]
    if fit.timing is not None:
        parts += ["<h2>Over time</h2>", _image(pictures.timing_figure(fit))]
    if fit.choice is not None:
        parts += ["<h2>What was tried</h2>", _choice_table(fit)]
    return "\n".join(parts) + "</html>\n"


def _image(figure: Any) -> str:
    data = io.BytesIO()
    figure.savefig(data, format="png")
    return f"<img alt='' src='data:image/png;base64,{base64.b64encode(data.getvalue()).decode()}'>"


def _photo_table(fit: Fit) -> str:
    many = fit.left_out.size == len(fit.photos.names)
    rows = ["<tr><th>photograph<th>force [N]<th>relative error left out<th>as published</tr>"]
    for k in np.argsort(fit.photos.force, kind="stable"):
        cells = [f"{fit.photos.force[k]:.2f}"]
        cells += [f"{e[k]:.3f}" for e in (fit.left_out, fit.left_out_published)] if many else []
        numbers = "".join(f"<td class='n'>{cell}" for cell in cells)
        rows.append(f"<tr><td>{html.escape(fit.photos.names[k])}{numbers}</tr>")
    return f"<table>{''.join(rows)}</table>"


def _choice_table(fit: Fit) -> str:
    choice = fit.choice
    assert choice is not None
    rule = (
        f"<p>{len(choice.recipes)} ways were tried, each photograph left out in turn. Chosen is the"
        " smoothest whose mean error lies within one standard error of the best.</p>"
    )
    rows = ["<tr><th>way<th>mean error<th>within one error<th>roughness</tr>"]
    order = list(np.argsort(choice.scores)[:MOST_RECIPES])
    pick = choice.recipes.index(fit.recipe)
    for k in order if pick in order else [*order, pick]:
        mark = " class='chosen'" if k == pick else ""
        rough = f"{choice.rough[k]:.1f}" if np.isfinite(choice.rough[k]) else ""
        rows.append(
            f"<tr{mark}><td>{html.escape(str(choice.recipes[k]))}<td class='n'>"
            f"{choice.scores[k]:.4f}<td>{'yes' if choice.near[k] else 'no'}<td class='n'>{rough}"
            "</tr>"
        )
    return f"{rule}<table>{''.join(rows)}</table>"
