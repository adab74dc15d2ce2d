"""Named parts of an object's surface: a handle, a blade, a cap."""

from collections.abc import Iterator, Mapping

import numpy as np
from numpy.typing import ArrayLike, NDArray

from prehensile.errors import InputError, UnknownNameError
from prehensile.frozen import frozen

FaceArray = NDArray[np.int32]


class Regions(Mapping[str, FaceArray]):
    """Faces by the name of the part they belong to; parts may overlap, and need not cover all.

    Nothing in it can change. It may be pickled.

    Args:
        named: name → faces (n,), indices into the rows of the object's ``faces``, in any order.
        face_count: of the object.
        who: whose they are, for messages.

    Raises:
        InputError: a part without a name, without faces, or of a face that does not exist.
    """

    def __init__(self, named: Mapping[str, ArrayLike], face_count: int, who: str = "the mesh"):
        self._faces = {
            name: _frozen_region(faces, face_count, f"region {name!r} of {who}")
            for name, faces in named.items()
        }
        if not all(isinstance(name, str) and name.strip() for name in named):
            raise InputError(f"a region of {who} has no name.")

    def __getitem__(self, name: str) -> FaceArray:
        return self._faces[name]

    def __iter__(self) -> Iterator[str]:
        return iter(self._faces)

    def __len__(self) -> int:
        return len(self._faces)

    def __repr__(self) -> str:
        return f"Regions({', '.join(f'{name}: {len(f)} faces' for name, f in self.items())})"


def _frozen_region(faces: ArrayLike, face_count: int, who: str) -> FaceArray:
    given = frozen(faces, np.int32, (None,), who)
    if len(given) == 0:
        raise InputError(f"{who} has no faces.")
    if given.min() < 0 or given.max() >= face_count:
        raise InputError(
            f"{who} names faces {given.min()} to {given.max()}; there are only {face_count}."
        )
    if np.all(np.diff(given) > 0):
        return given
    return frozen(np.unique(given), np.int32, (None,), who)


def find_region(regions: Mapping[str, FaceArray], name: str, who: str) -> FaceArray:
    """The faces (n,) of a part by its name; capital letters count only where they decide.

    Raises:
        UnknownNameError: no part of that name; it lists the parts there are.
        InputError: the mesh names no parts.
    """
    if name in regions:
        return regions[name]
    alike = [other for other in regions if other.casefold() == name.strip().casefold()]
    if len(alike) == 1:
        return regions[alike[0]]
    if not regions:
        raise InputError(
            f"{who} names no parts, so {name!r} is unknown; a point X,Y,Z of its surface "
            "(metres, object frame) does as well."
        )
    raise UnknownNameError(f"part of {who}", name, regions)


def kept_regions(
    regions: Mapping[str, NDArray[np.integer]], kept: NDArray[np.bool_]
) -> dict[str, NDArray[np.int32]]:
    """The same parts where only some faces remain; a part that has lost all its faces is gone.

    Args:
        regions: name → faces (n,).
        kept: (F,) which faces remain; those keep their order.
    """
    row = np.cumsum(kept) - 1
    found = {name: row[faces[kept[faces]]].astype(np.int32) for name, faces in regions.items()}
    return {name: faces for name, faces in found.items() if len(faces)}
