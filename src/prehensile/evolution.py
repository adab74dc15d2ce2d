"""CMA-ES (Hansen's ``cma``) as a loop over generations."""

from collections.abc import Iterator
from dataclasses import dataclass, field

import numpy as np

from prehensile.errors import InputError
from prehensile.extras import optional


@dataclass
class Generation:
    """Points to judge, and what they are worth."""

    points: np.ndarray
    """(population, n)"""
    shape: np.ndarray
    """(n, n) covariance they were drawn with, over that of the first generation's spread"""
    centre: np.ndarray
    """(n,) about which they were drawn"""
    values: np.ndarray | None = field(default=None)

    def tell(self, values: np.ndarray) -> None:
        """(population,) the smaller the better."""
        self.values = values


def evolution(
    centre: np.ndarray,
    spread: float,
    low: np.ndarray | None,
    high: np.ndarray | None,
    population: int,
    seed: int,
    shape: np.ndarray | None = None,
) -> Iterator[Generation]:
    """Generations without end; `Generation.tell` must be called on each before the next is asked.

    Args:
        centre: (n,) where it begins.
        spread: standard deviation of the first generation.
        low, high: (n,) bounds; None for none.
        population: points a generation.
        seed: the same seed, the same points.
        shape: (n, n) covariance to begin with, times ``spread`` squared; not together with bounds.
            The method does not see a linear change of its coordinates: it searches in those in
            which this shape is round.

    Raises:
        MissingExtraError: ``cma`` is not installed.
        InputError: a shape that is not positive definite, or bounds with it.
    """
    cma = optional("cma")
    options: dict[str, object] = {
        "popsize": population,
        "seed": seed + 1,  # cma takes 0 for the clock
        "verbose": -9,
        "verb_log": 0,
        "verb_disp": 0,
    }
    if low is not None and high is not None:
        options["bounds"] = [low.tolist(), high.tolist()]
        centre = np.clip(centre, low + 1e-6 * (high - low), high - 1e-6 * (high - low))
    A = _root(shape, len(centre), bounded="bounds" in options)
    start = np.zeros_like(centre) if shape is not None else centre
    search = cma.CMAEvolutionStrategy(start.tolist(), spread, options)
    while True:
        points = search.ask()
        here = np.array(points) if shape is None else centre + np.array(points) @ A.T
        middle = np.array(search.mean) if shape is None else centre + A @ np.array(search.mean)
        generation = Generation(here, A @ search.C @ A.T, middle)
        yield generation
        if generation.values is None:
            raise InputError("a generation was not judged before the next one was asked for.")
        search.tell(points, generation.values.tolist())


def _root(shape: np.ndarray | None, n: int, bounded: bool) -> np.ndarray:
    """(n, n) A with A Aᵀ = shape."""
    if shape is None:
        return np.eye(n)
    if bounded:
        raise InputError("a search with bounds begins round: no shape can be given.")
    try:
        return np.linalg.cholesky(shape)
    except np.linalg.LinAlgError:
        raise InputError("the shape of a search must be positive definite.") from None
