"""How far a fitted skin is from solved shapes, and blend skinning from both."""

from functools import cached_property

import numpy as np

from prehensile.skin.eigenskin.blend import posed
from prehensile.skin.eigenskin.model import EigenSkin
from prehensile.skin.tissue.record import Examples


class ExampleErrors:
    """Distances of a fitted skin from solved shapes, in posed space.

    Args:
        model: the fitted skin.
        examples: solved shapes of its own mesh and hand.
    """

    def __init__(self, model: EigenSkin, examples: Examples):
        self.model, self.hand, self.examples = model, examples.hand.build(), examples

    @cached_property
    def blend(self) -> np.ndarray:
        """(P,) [m] root of the summed squares over all vertices, of blend skinning."""
        return self.distance(np.arange(len(self.examples.q)), 0)

    def distance(self, rows: np.ndarray, count: int) -> np.ndarray:
        """Of the examples ``rows``, with ``count`` displacements a joint.

        Returns:
            (P,) [m] root of the summed squares over all vertices.
        """
        q, shapes = self.examples.q[rows], self.examples.skin[rows]
        rest = self.model.rest_shape(self.hand, q, count)[0]
        off = posed(self.model.blend.maps(self.hand, q), rest) - shapes
        return np.sqrt((off**2).sum(axis=(1, 2)))

    def relative(self, rows: np.ndarray, count: int) -> float:
        """Distance over blend skinning's, of all examples ``rows`` (numbers, or (P,) bool)."""
        found = self.distance(rows, count)
        return float(np.linalg.norm(found) / np.linalg.norm(self.blend[rows]))
