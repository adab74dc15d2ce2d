"""Mean, deviation and maximum of values that are seen in portions."""

from typing import NamedTuple

import numpy as np


class Spread(NamedTuple):
    """Sums from which mean, deviation and maximum follow, also of several spreads together."""

    number: int
    total: float
    squares: float
    largest: float

    @classmethod
    def of(cls, values: np.ndarray) -> "Spread":
        """The spread of an array's values, NaN left out."""
        values = values[~np.isnan(values)]
        squares = float((values**2).sum())
        return cls(values.size, float(values.sum()), squares, float(values.max(initial=0.0)))

    @classmethod
    def together(cls, spreads: list["Spread"]) -> "Spread":
        """The spread of the values of several together."""
        return cls(
            sum(s.number for s in spreads),
            sum(s.total for s in spreads),
            sum(s.squares for s in spreads),
            max(s.largest for s in spreads),
        )

    @property
    def mean(self) -> float:
        """The arithmetic mean of the values."""
        return self.total / self.number

    def sd_about(self, value: float) -> float:
        """Root of the mean square distance from ``value``: about the mean, the deviation."""
        square = self.squares / self.number - 2 * value * self.mean + value**2
        return max(square, 0.0) ** 0.5

    def named(self, name: str, unit: str = "") -> dict[str, float]:
        """Mean, standard deviation and maximum under a common name."""
        return {
            f"{name}_mean{unit}": self.mean,
            f"{name}_sd{unit}": self.sd_about(self.mean),
            f"{name}_max{unit}": self.largest,
        }
