"""The picture of an OBJ file: the ``map_Kd`` of its materials, or the one that lies beside it."""

from collections.abc import Iterable
from pathlib import Path

from prehensile.errors import InputError
from prehensile.files.inside import Neighbours
from prehensile.files.opened import plain_file

BESIDE = ("{stem}.png", "{stem}.jpg", "texture.png", "texture.jpg")
"""Where a picture is looked for whose library of materials is missing: scans come so."""
MAX_LIBRARIES = 16


def obj_picture(path: Path, libraries: Iterable[str], materials: Iterable[str]) -> bytes | None:
    """The file of the one picture that all materials of an OBJ show; None if they show none.

    Nothing outside the OBJ's folder is opened.

    Args:
        path: of the OBJ file.
        libraries: names that follow ``mtllib``.
        materials: those that faces use; the empty name stands for faces without one.

    Raises:
        InputError: several pictures, or one that is missing or elsewhere.
        OSError: it cannot be read.
    """
    near, maps = Neighbours(path), {}
    found = False
    for name in list(libraries)[:MAX_LIBRARIES]:
        try:
            place = near.find(name)
        except InputError:  # many are lost on the way; the mesh can do without
            continue
        with plain_file(place, "material") as file:
            maps |= _pictures(file.read())
        found = True
    shown = {maps.get(name, "") for name in materials}
    if len(shown) > 1:
        raise InputError("its materials have different pictures, or some have none")
    names = [name for name in shown if name]
    if not found:
        names = [name.format(stem=path.stem) for name in BESIDE]
        names = [name for name in names if (near.folder / name).is_file()][:1]
    for name in names:
        with plain_file(near.find(name.replace("\\", "/")), "gltf_picture") as file:
            return file.read()
    return None


def _pictures(library: bytes) -> dict[str, str]:
    """Material → the picture of its colour, of a library's text."""
    found: dict[str, str] = {}
    name = ""
    for line in library.decode("utf-8", "replace").splitlines():
        word, _, rest = line.strip().partition(" ")
        if word == "newmtl":
            name = " ".join(rest.split())
        elif word == "map_Kd" and rest.split():
            # Options stand before the name: -s 1 1 1 wood.png
            found[name] = rest.split()[-1] if rest.startswith("-") else rest.strip()
    return found
