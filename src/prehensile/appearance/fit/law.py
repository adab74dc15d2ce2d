"""Laws through the coefficients of photographs: the published one, and candidates beside it."""

from typing import NamedTuple

import numpy as np

from prehensile.appearance.model.law import RadialLaw, radial_values, scaled_loads
from prehensile.appearance.model.model import INPUTS

BEYOND = 1.2
"""The published form has one more centre, at so many times the largest force, where the colour is
still that of the largest."""
TAILED = ("polyharmonic", "cubic")
"""Radial functions that grow, and want a linear part with side conditions."""
FINE = 400
"""Forces at which a law's roughness is measured."""
MOST_RIDGE = 10.0
"""A coefficient with more noise than this is as good as left out."""


class LawKind(NamedTuple):
    """How a law is drawn through samples."""

    radial: str
    turn: float
    """where the force begins to be bent, as a share of the largest; 0 for never"""
    length: float
    """what counts as one unit of distance, as a share of the sampled range"""
    ridge: float
    """0 passes through the samples; more forgives their noise: its square over the first
    coefficient's. The others bear the same noise and are smaller, so they are forgiven more"""

    def __str__(self) -> str:
        bent = f", force bent from {self.turn:g} of the largest" if self.turn else ""
        return f"{self.radial}, length {self.length:g}, ridge {self.ridge:g}{bent}"


def fitted_law(
    loads: np.ndarray, coefficients: np.ndarray, inputs: tuple[str, ...], kind: LawKind
) -> RadialLaw:
    """A law through coefficients (N, 4) at loads (N, d), and through 0 at no load."""
    d = len(inputs)
    upper = loads.max(axis=0)
    lower = np.r_[0.0, loads[:, 1:].min(axis=0)]
    pressed = loads[:, 0][loads[:, 0] > 0]
    first = float(pressed.min()) if d > 1 else 0.0
    turn = kind.turn * float(upper[0])
    ends = scaled_loads(np.array([upper, lower]), lower, upper, np.ones(d), turn, 0.0)
    ranges = np.abs(ends[0] - ends[1])
    scales = kind.length * np.where(ranges > 0, ranges, 1.0)
    u = scaled_loads(loads, lower, upper, scales, turn, first)
    centres = np.vstack([np.zeros(d), u])
    values = np.vstack([np.zeros(coefficients.shape[1]), coefficients])
    weights, tail = _solved(centres, values, kind)
    return RadialLaw(
        inputs=inputs,
        radial=kind.radial,
        lower=lower,
        upper=upper,
        scales=scales,
        turn=turn,
        first=first,
        centres=centres,
        weights=weights,
        tail=tail,
    )


def _solved(
    centres: np.ndarray, values: np.ndarray, kind: LawKind
) -> tuple[np.ndarray, np.ndarray]:
    """Weights (N, 4) and tail (1 + d, 4). The first centre, no load, is met without forgiveness."""
    n, d = centres.shape
    distance = np.linalg.norm(centres[:, None] - centres, axis=-1)
    matrix = radial_values(distance, kind.radial)
    scale = np.abs(matrix).mean()
    power = (values**2).mean(axis=0)
    ridges = kind.ridge * power.max() / np.maximum(power, 1e-30)
    weights, tails = np.zeros_like(values), np.zeros((1 + d, values.shape[1]))
    for c, ridge in enumerate(np.minimum(ridges, MOST_RIDGE)):
        forgiven = np.full(n, ridge * scale)
        forgiven[0] = 0.0
        # r² ln r is conditionally positive definite as it stands, r³ as well (both of order 2).
        own = matrix + np.diag(forgiven + 1e-10 * scale)
        if kind.radial not in TAILED:
            weights[:, c] = np.linalg.solve(own, values[:, c])
            continue
        tail = np.column_stack([np.ones(n), centres])
        system = np.block([[own, tail], [tail.T, np.zeros((1 + d, 1 + d))]])
        right = np.r_[values[:, c], np.zeros(1 + d)]
        solved = np.linalg.lstsq(system, right, rcond=1e-13)[0]
        weights[:, c], tails[:, c] = solved[:n], solved[n:]
    return weights, tails


def published_law(force: np.ndarray, coefficients: np.ndarray) -> RadialLaw:
    """(5.6) as printed: r² ln r in newtons, no tail, one centre beyond the largest force.

    Args:
        force: (N,) [N], without zero, which is a sample of its own.
        coefficients: (N, 4)
    """
    top = int(force.argmax())
    centres = np.r_[0.0, force, BEYOND * force[top]][:, None]
    values = np.vstack([0 * coefficients[:1], coefficients, coefficients[top]])
    matrix = radial_values(np.abs(centres - centres.T), "polyharmonic")
    weights = np.linalg.lstsq(matrix, values, rcond=1e-12)[0]
    return RadialLaw(
        inputs=INPUTS[:1],
        radial="polyharmonic",
        lower=np.zeros(1),
        upper=centres[-1],
        scales=np.ones(1),
        turn=0.0,
        first=0.0,
        centres=centres,
        weights=weights,
        tail=np.zeros((2, coefficients.shape[1])),
    )


def roughness(law: RadialLaw) -> float:
    """How much the slope of the coefficients changes over the sampled forces, all else in the
    middle of its range: its total variation, of coefficients and forces that reach 1.
    """
    force = np.linspace(0, law.upper[0], FINE)
    loads = np.tile(0.5 * (law.lower + law.upper), (FINE, 1))
    loads[:, 0] = force
    y = law.coefficients(loads)
    slope = np.diff(y, axis=0) * (FINE - 1) / max(float(np.abs(y).max()), 1e-30)
    return float(np.linalg.norm(np.diff(slope, axis=0), axis=1).sum())
