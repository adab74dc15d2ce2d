"""How well fingertip colour predicts photographs, real and generated, and how fast it is."""

from collections.abc import Callable
from importlib import import_module, resources
from importlib.util import find_spec
from typing import Any

from prehensile.appearance.model.file import SHIPPED, shipped_blush
from prehensile.bench._kernels_figure import KERNELS_FIGURE
from prehensile.bench.appearance.generated import (
    SEEDS,
    generated_figures,
    judged_set,
    tau_error,
    tau_figures,
)
from prehensile.bench.appearance.real import real_figures, real_set
from prehensile.bench.appearance.speed import eval_us
from prehensile.fast_path import kernels_in_use
from prehensile.workers import workers

REFERENCE = {
    **KERNELS_FIGURE,
    "real_variance_2": "at least 0.94: share of the change in two components; no figure of this "
    "name without the reference data",
    "real_variance_4": "the same in four",
    "real_rel_err_low": "at most 0.85: mag1, mean squared RGB error over that of the zero-force "
    "image (thesis 0.6559; its method run plainly 0.86)",
    "real_rel_err_high": "at most 0.10: mag9 (thesis 0.1183; its method run plainly 0.10–0.11)",
    "real_rel_err_low_balanced": "mag1 with the white balance of those learned from",
    "real_rel_err_high_balanced": "mag9 likewise",
    "real_rel_err_low_published": "mag1 by the published form, run beside",
    "real_rel_err_high_published": "mag9 by the published form",
    "real_loo_train": "by which all choices were made: neutral, mag2–mag8, mag10, each left out",
    "real_loo_mean": "below the next: ten pressed images, each left out, choices as above",
    "real_loo_mean_published": "the same by the published form (0.34 was found before)",
    "real_pigment": "(0.1584, 0.7786, 0.6072) in the thesis",
    "real_pigment_angle_deg": "at most 5, to that",
    "real_recipe": "what the rule chose",
    "gen_rel_err_low": "0.4 to 0.9: as hard as the real set",
    "gen_rel_err_high": "at most 0.12",
    "gen_variance_2": "within 0.04 of the real one",
    "gen_pigment_angle_deg_across_tones": "at most 5: the largest between any two of eight tones",
    "gen_pigment_true_angle_deg": "at most 5: the largest",
    "gen_curve_rms": "at most 0.15: mean blanching over force against the real set's, over its "
    "largest",
    "gen_transfer_rel_err": "at most 0.5: one person's model on another's photographs, highest "
    "force",
    "eigentexture_correlation": "first ones, between persons (thesis 0.6033)",
    "registration_px_rms": "at most 1: 512 × 512, the half of the pixels with more texture",
    "registration_px_median": "at most 1: all pixels",
    "gen_photos_left_out": "0: all of them show the finger",
    "tau_rel_err": "at most 0.10: time constants back from generated series of a finger that "
    "wavers; of the worse of both, the mean of twelve fingers",
    "tau_rel_err_median": "the same, half of the fingers below it",
    "tau_rel_err_worst": "the same of the worst finger",
    "gpu_parity_max": "at most 2 of 255: the page against NumPy; no figure without Chromium",
    "glb_color_err": "at most 8 of 255: a GLB in three.js against NumPy; no figure without it",
    "eval_us_10_fingers": "at most 20, besides the pixels",
    "model_kb": "at most 600",
}

ELSEWHERE = {
    "gpu_parity_max": ("prehensile.bench.appearance.page_parity", "gpu_parity_max"),
    "glb_color_err": ("prehensile.bench.appearance.glb_colors", "glb_color_err"),
}
"""Figures that a browser tells, by module and function."""


def run(progress: Callable[[str], None]) -> dict[str, Any]:
    """All figures of the area."""
    progress("generated photographs")
    with workers() as submit:
        sets = [submit(judged_set, seed) for seed in SEEDS]
        taus = [submit(tau_error, seed) for seed in SEEDS]
        real = real_set()
        found = {"kernels": kernels_in_use(), **real_figures(real)}
        judged = [job.result() for job in sets]
        found |= generated_figures(judged, real.blanching if real else None)
        progress("series over time")
        found |= tau_figures([job.result() for job in taus])
    for name, (module, function) in ELSEWHERE.items():
        progress(name)
        found[name] = getattr(import_module(module), function)() if find_spec(module) else None
    shipped = shipped_blush()
    model = shipped.model if shipped else judged[0].model
    found["eval_us_10_fingers"] = eval_us(model)
    with resources.as_file(resources.files("prehensile.appearance").joinpath(SHIPPED)) as path:
        found["model_kb"] = path.stat().st_size / 1000 if path.exists() else None
    return found
