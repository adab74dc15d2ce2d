"""How far a fitted skin is from solved shapes, and blend skinning from both."""

from functools import cached_property

import numpy as np

from prehensile.skin.eigenskin.blend import posed
from prehensile.skin.eigenskin.file import FittedSkin
from prehensile.skin.tissue.record import Examples


class ExampleErrors:
    """Distances of a fitted skin from solved shapes, in posed space.

    Args:
        fitted: the skin.
        examples: of its own mesh and hand.
    """

    def __init__(self, fitted: FittedSkin, examples: Examples):
        self.model, self.hand, self.examples = fitted.model, examples.hand.build(), examples

    @cached_property
    def blend(self) -> np.ndarray:
        """(P,) [m] root of the summed squares over all vertices, of blend skinning."""
        return self.distance(np.arange(len(self.examples.q)), 0)

    def distance(self, rows: np.ndarray, count: int) -> np.ndarray:
        """The same of these examples with ``count`` displacements a joint."""
        q, shapes = self.examples.q[rows], self.examples.skin[rows]
        rest = self.model.rest_shape(self.hand, q, count)[0]
        off = posed(self.model.blend.maps(self.hand, q), rest) - shapes
        return np.sqrt((off**2).sum(axis=(1, 2)))

    def relative(self, rows: np.ndarray, count: int) -> float:
        """Error of these examples (P,) bool, or rows, over that of blend skinning."""
        found = self.distance(rows, count)
        return float(np.linalg.norm(found) / np.linalg.norm(self.blend[rows]))
