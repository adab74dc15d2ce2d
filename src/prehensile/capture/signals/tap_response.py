"""How a load shows in motion: the finger as a mass on a spring, the plate as one that rings.

The fingertip obeys f = m z̈ + b ż + k z + f₀ (Kry 4.13), so a load reaches its place through
1 / (s² + (b/m) s + k/m). What a sensor reads is not quite the load: its plate rings, and the load
is (1 + α s + β s²) times the reading, β = 1/ω², α = 2ζ/ω. α is a delay, and leaving it out shifts
a clock by half a millisecond. The four numbers are of one recording, found from all its taps.
"""

from typing import NamedTuple

import numpy as np

from prehensile.capture.recording.stream import Stream
from prehensile.capture.signals.traces import ORDERS

DAMPING, DAMPING_SPREAD = 160.0, 0.5
"""[1/s] b/m, geometric mean of Table 4.4 (121 and 213), and its spread as a logarithm"""
STIFFNESS, STIFFNESS_SPREAD = 8650.0, 0.7
"""[1/s²] k/m, of the same table (5280 and 14200)"""
LAG, LAG_SPREAD = 3e-4, 3e-4
"""[s] α: a plank of 70 Hz that loses a third of its swing each time"""
RING, RING_SPREAD = 5e-6, 5e-6
"""[s²] β"""


class Response(NamedTuple):
    """What the shape of one stream becomes in the other."""

    unknowns: int
    """numbers that are not known beforehand, standard normal"""
    way: str


def response_between(reference: Stream, other: Stream) -> Response:
    """From the stream nearer to the force to the one nearer to the place."""
    if rank(reference) == rank(other):
        return Response(0, "same")
    if rank(reference) == 1:
        return Response(0, "twice integrated")
    return Response(4, "moved") if rank(other) == 0 else Response(2, "accelerated")


def rank(stream: Stream) -> int:
    """0 for places and angles, 1 for accelerations, 2 for loads."""
    return 1 if stream.kind == "accelerations" else ORDERS[stream.kind]


def filtered(response: Response, numbers: np.ndarray, pieces: np.ndarray, step: float):
    """Pieces (K, n) of the reference, evenly sampled, as they show in the other stream.

    Args:
        response: of the two.
        numbers: (unknowns,) as standard normal deviates from what is printed above.
        pieces: (K, n); each starts from rest at its first value.
        step: [s] between samples.
    """
    if response.way == "same":
        return pieces
    above, below = _polynomials(response, numbers)
    from scipy.signal import bilinear, lfilter

    b, a = bilinear(above, below, 1 / step)
    return lfilter(b, a, pieces - pieces[:, :1], axis=1)


def _polynomials(response: Response, numbers: np.ndarray) -> tuple[list[float], list[float]]:
    """Numerator and denominator in s."""
    if response.way == "twice integrated":
        return [1.0], [1.0, 2.0, 1.0]  # forgets within a second, so that zero errors stay small
    damping = DAMPING * np.exp(DAMPING_SPREAD * numbers[0])
    stiffness = STIFFNESS * np.exp(STIFFNESS_SPREAD * numbers[1])
    if response.way == "accelerated":
        return [1.0, 0.0, 0.0], [1.0, damping, stiffness]
    lag, ring = LAG + LAG_SPREAD * numbers[2], RING + RING_SPREAD * numbers[3]
    return [ring, lag, 1.0], [1.0, damping, stiffness]
