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
) -> Iterator[Generation]:
    """Generations without end; `Generation.tell` must be called on each before the next is asked.

    Args:
        centre: (n,) where it begins.
        spread: standard deviation of the first generation.
        low, high: (n,) bounds; None for none.
        population: points a generation.
        seed: the same seed, the same points.

    Raises:
        MissingExtraError: ``cma`` is not installed.
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
    search = cma.CMAEvolutionStrategy(centre.tolist(), spread, options)
    while True:
        points = search.ask()
        generation = Generation(np.array(points))
        yield generation
        if generation.values is None:
            raise InputError("a generation was not judged before the next one was asked for.")
        search.tell(points, generation.values.tolist())
