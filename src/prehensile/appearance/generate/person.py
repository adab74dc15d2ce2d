"""`Person`: one finger of somebody, drawn at random."""

from dataclasses import dataclass, fields

import numpy as np


@dataclass(frozen=True)
class Person:
    """Shape, texture and blood of a fingertip. Lengths in mm, forces in N.

    Each field is drawn between the two numbers of :data:`RANGES`.
    """

    half_width: float
    """of the finger"""
    tip: float
    """of the fingertip, from the upper edge of the photograph"""
    nail_half_width: float
    nail_length: float
    nail_tilt: float
    """[deg]"""
    nail_shift: float
    """across"""
    beyond: float
    """of the fingertip, below the edge of the nail"""
    base_roundness: float
    """exponent of the outline near the cuticle: 2 an ellipse, more a box"""
    edge_roundness: float
    """the same at the free edge"""
    free_edge: float
    """width of the white edge of the nail"""
    lunula: float
    """how far the half moon shows above the cuticle"""
    lunula_paleness: float
    ridges: float
    """of the nail plate, and of light on it"""
    flakes: float
    """dry skin about the nail, 0 … 1"""
    wrinkles: float
    """depth over the joint"""
    ruddiness: float
    """blood at rest"""
    fold_red: float
    """how much more blood there is in the folds about the nail"""
    melanin: float
    """on the tone's own"""
    whorl: float
    """[mm] how far the middle of the print lies to the side"""
    ridge_spacing: float
    """of the print"""
    half_force: float
    """that takes most blood out of the tip of the nail"""
    rise: float
    """how much more force the middle of the nail bears, as a logarithm"""
    reach: float
    """how far up the nail blanching gets, as a share of its length"""
    depth: float
    """share of the blood that leaves where most does"""
    spot: float
    """how long the middle of the nail keeps its blood"""
    side: float
    """how much the skin beside the nail blanches"""
    lean: float
    """of the load to one side, as a share"""
    flush: float
    """blood gained behind the cuticle"""
    flush_force: float
    early_red: float
    """blood gained under the nail before it blanches: veins close before arteries do"""
    patch: float
    """radius that contact with a flat plate tends to"""
    pad_pressure: float
    """[N/mm²] that takes most blood out of the pad"""
    blanch_s: float
    """[s] time constant of blood that leaves"""
    refill_s: float
    """[s] time constant of blood that comes back"""


RANGES = {
    "half_width": (7.9, 8.7),
    "tip": (19.1, 19.6),
    "nail_half_width": (4.7, 6.3),
    "nail_length": (10.2, 12.8),
    "nail_tilt": (-6.0, 6.0),
    "nail_shift": (-0.6, 0.6),
    "beyond": (0.4, 1.5),
    "base_roundness": (2.05, 2.7),
    "edge_roundness": (2.0, 2.5),
    "free_edge": (0.30, 0.85),
    "lunula": (0.3, 2.2),
    "lunula_paleness": (0.10, 0.45),
    "ridges": (0.5, 1.4),
    "flakes": (0.2, 1.0),
    "wrinkles": (0.5, 1.1),
    "ruddiness": (0.8, 1.25),
    "fold_red": (0.7, 1.3),
    "melanin": (0.85, 1.15),
    "whorl": (-1.2, 1.2),
    "ridge_spacing": (0.42, 0.54),
    "half_force": (0.42, 0.7),
    "rise": (3.6, 4.8),
    "reach": (0.36, 0.68),
    "depth": (0.82, 0.94),
    "spot": (0.1, 1.1),
    "side": (0.6, 0.95),
    "lean": (-0.8, 0.8),
    "flush": (0.45, 0.85),
    "flush_force": (5.0, 9.0),
    "early_red": (0.46, 0.76),
    "patch": (6.0, 7.0),
    "pad_pressure": (0.03, 0.055),
    "blanch_s": (0.12, 0.28),
    "refill_s": (0.35, 0.8),
}


def person_of(rng: np.random.Generator) -> Person:
    """Somebody at random."""
    return Person(**{f.name: float(rng.uniform(*RANGES[f.name])) for f in fields(Person)})
