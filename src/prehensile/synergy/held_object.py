"""What is held, told from one pressure image alone (Andrews 2014, 6.3: "object identification").

How hard it is held says nothing of what it is, so images are divided by their sum. In their first
principal components every object is a Gaussian cloud, all of one shape, and an image belongs to the
cloud that it most likely comes from: linear discriminant analysis.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import NamedTuple

import numpy as np
from numpy.typing import ArrayLike

from prehensile.errors import InputError
from prehensile.frozen import freeze_arrays, frozen
from prehensile.synergy.basis import Basis, basis_of, checked

COMPONENTS = 12
"""More follow how one grasp differs from the next, not what is held."""
SHRINK = 0.1
"""of the mean variance is added to each: few images do not tell a cloud's thin directions."""


class Told(NamedTuple):
    """Which object, and how sure."""

    name: str
    share: float
    """0 to 1: how likely, if it is one of those that were shown"""


@dataclass(frozen=True, eq=False)
class ObjectTeller:
    """Names of m objects by the pressure they leave; `learn_objects` makes one."""

    names: tuple[str, ...]
    basis: Basis
    """of the images' shares"""
    middles: np.ndarray
    """(m, k) of each object's cloud"""
    whiten: np.ndarray
    """(k, k) makes the clouds round: distances after it are in deviations"""

    def __post_init__(self) -> None:
        freeze_arrays(self)

    def tell(self, image: ArrayLike) -> Told:
        """The object that an image (n,) of loads comes from.

        Raises:
            InputError: nothing presses, or an image of another size.
        """
        p = self.basis.project(_shares(checked(image, len(self.basis.mean), "an image")[None]))
        far = ((p - self.middles) @ self.whiten.T) ** 2
        likely = np.exp(-0.5 * (far.sum(axis=1) - far.sum(axis=1).min()))
        best = int(likely.argmax())
        return Told(self.names[best], float(likely[best] / likely.sum()))


def learn_objects(images: Mapping[str, ArrayLike], components: int = COMPONENTS) -> ObjectTeller:
    """Learn to tell objects apart.

    Args:
        images: name → loads (N, n) on the same taxels, several images of each object.
        components: at most so many.

    Raises:
        InputError: fewer than two objects, an object of fewer than two images, images in which
            nothing presses or that are all the same.
    """
    if len(images) < 2:
        raise InputError(f"telling objects apart needs two or more, got {len(images)}.")
    shares = {}
    for name, loads in images.items():
        array = frozen(loads, np.float64, (None, None), f"images of {name}")
        if len(array) < 2:
            raise InputError(f"{name} has {len(array)} image; give two or more of each object.")
        shares[name] = _shares(array)
    if len({array.shape[1] for array in shares.values()}) > 1:
        raise InputError("images of all objects must have the same taxels.")
    whole = basis_of(np.concatenate(list(shares.values())))
    basis = whole.first(min(components, whole.components))
    clouds = [basis.project(array) for array in shares.values()]
    middles = np.array([cloud.mean(axis=0) for cloud in clouds])
    away = np.concatenate([c - m for c, m in zip(clouds, middles, strict=True)])
    covariance = away.T @ away / max(len(away) - len(middles), 1)
    width = max(float(np.trace(covariance)) / len(covariance), 1e-18)
    covariance += SHRINK * width * np.eye(len(covariance))
    return ObjectTeller(
        tuple(shares), basis, middles, np.linalg.inv(np.linalg.cholesky(covariance))
    )


def _shares(loads: np.ndarray) -> np.ndarray:
    """Images (N, n) divided by their sums."""
    total = loads.sum(axis=1, keepdims=True)
    if not (total > 0).all():
        raise InputError("an image in which nothing presses does not tell what is held.")
    return loads / total
