"""An MJCF or URDF file with everything it refers to, as bytes: MuJoCo opens no file by itself.

Included files are put in their places, and every mesh, picture or height field is read here, from
the model's folder or the one more that was named, and gets a name without a path. What is compiled
later is what was looked at, whatever happens on the disk in between.
"""

import xml.etree.ElementTree as ET
from pathlib import Path
from typing import NamedTuple

from prehensile.errors import InputError
from prehensile.files.inside import Neighbours
from prehensile.files.limits import KINDS
from prehensile.files.opened import one_line, opened, plain_file
from prehensile.files.xml_tree import MAX_ELEMENTS, parse_xml

FOLDERS = {"mesh": "meshdir", "skin": "meshdir", "texture": "texturedir", "hfield": "texturedir"}
"""Element → attribute of ``compiler`` that says where its files lie."""
ROOTS = ("mujoco", "robot")
FILES = ("file", "fileright", "fileleft", "fileup", "filedown", "filefront", "fileback", "filename")
"""Attributes that name files; a test holds them against MuJoCo's own list."""
MAX_FILES = 2000
"""that one model refers to"""
MAX_INCLUDES = 100
MAX_COPIES = 10_000
"""of one element, by ``replicate`` in ``replicate``"""
MAX_POINTS = 1_000_000
"""of a flexible body or a height field"""


class ModelFile(NamedTuple):
    """A model without paths in it."""

    text: str
    assets: dict[str, bytes]
    """what it refers to, by the names in ``text``"""
    told: dict[str, str]
    """the same names → as the file has them"""


def read_model_file(path: str | Path, assets: str | Path | None = None) -> ModelFile:
    """Read a model file and what it refers to.

    Args:
        path: MJCF or URDF.
        assets: one more folder in which referred files may lie.

    Raises:
        FileError: missing, not XML, too large, or it refers to what is missing or lies elsewhere.
    """
    with opened(path, "model") as file:
        root = parse_xml(file.read())
        if root.tag not in ROOTS:
            raise ValueError(f"its root is <{root.tag[:40]}>")
        return _Gathered(root, Neighbours(path, assets)).whole()


class _Gathered:
    def __init__(self, root: ET.Element, near: Neighbours):
        self.root, self.near = root, near
        self.assets: dict[str, bytes] = {}
        self.told: dict[str, str] = {}
        self.flat: dict[Path, str] = {}
        self.size = self.includes = 0

    def whole(self) -> ModelFile:
        self._include(self.root)
        if sum(1 for _ in self.root.iter()) > MAX_ELEMENTS:
            raise InputError(f"it has more than {MAX_ELEMENTS} elements with what it includes")
        self._check_counts(self.root, 1)
        if self.root.tag == "robot":
            self._links()
        else:
            self._elements()
        return ModelFile(ET.tostring(self.root, "unicode"), self.assets, self.told)

    def _include(self, element: ET.Element) -> None:
        """Put included files in place of the elements that name them."""
        children: list[ET.Element] = []
        waiting = list(element)[::-1]
        while waiting:
            child = waiting.pop()
            if child.tag != "include":
                children.append(child)
                continue
            self.includes += 1
            if self.includes > MAX_INCLUDES:
                raise InputError(f"it includes more than {MAX_INCLUDES} files, or itself")
            name = child.get("file") or ""
            waiting += list(parse_xml(self._bytes(self.near.find(name), name, "model")))[::-1]
        element[:] = children
        for child in children:
            self._include(child)

    def _check_counts(self, element: ET.Element, copies: int) -> None:
        """Before MuJoCo makes them: a few bytes claim any number."""
        if element.tag == "replicate":
            copies *= max(1, int(element.get("count", 1)))
        points = 1
        if element.tag in ("flexcomp", "composite"):
            for count in element.get("count", "1").split():
                points *= max(1, int(count))
        if element.tag == "hfield":
            points = max(0, int(element.get("nrow", 0))) * max(0, int(element.get("ncol", 0)))
        if copies > MAX_COPIES or copies * points > MAX_POINTS:
            raise InputError(
                f"its <{element.tag[:40]}> makes more than {MAX_COPIES} copies or {MAX_POINTS} "
                "points, which are not read"
            )
        for child in list(element):
            if child.tag == "size":  # room for a simulation that is never run
                element.remove(child)
            else:
                self._check_counts(child, copies)

    def _elements(self) -> None:
        """The references of an MJCF."""
        folders = {"meshdir": "", "texturedir": ""}
        strip = False
        for compiler in self.root.iter("compiler"):
            both = compiler.attrib.pop("assetdir", None)
            for which in folders:
                folders[which] = compiler.attrib.pop(which, both or folders[which])
            strip = compiler.attrib.pop("strippath", str(strip)).lower() == "true"
        for element in self.root.iter():
            if element.tag == "model" and "file" in element.attrib:
                raise InputError("it takes in another model with <model>; use <include>")
            below = folders[FOLDERS.get(element.tag, "meshdir")]
            for attribute in FILES:
                if name := element.get(attribute):
                    element.set(attribute, self._asset(name, below, strip))
                    if attribute == "file" and element.tag in FOLDERS:
                        element.attrib.setdefault("name", Path(name).stem)

    def _links(self) -> None:
        """The references of a URDF; what is only drawn is left out where MuJoCo leaves it out."""
        below, drawn = "", False
        for compiler in self.root.iter("compiler"):
            below = compiler.attrib.pop("meshdir", compiler.attrib.pop("assetdir", below))
            compiler.attrib.pop("strippath", None)
            drawn = compiler.get("discardvisual") == "false"
        for link in self.root.iter("link"):
            for visual in [] if drawn else link.findall("visual"):
                link.remove(visual)
        for mesh in self.root.iter("mesh"):
            if name := mesh.get("filename"):
                mesh.set("filename", self._asset(name, below, stripped=True))

    def _asset(self, name: str, below: str, stripped: bool) -> str:
        place = self.near.find(name, below, stripped)
        if place not in self.flat:
            if len(self.flat) >= MAX_FILES:
                raise InputError(f"it refers to more than {MAX_FILES} files")
            flat = f"{len(self.flat)}_{place.name}"
            self.assets[flat] = self._bytes(place, name, "mesh")
            self.flat[place], self.told[flat] = flat, name
        return self.flat[place]

    def _bytes(self, place: Path, name: str, kind: str) -> bytes:
        try:
            with plain_file(place, kind) as file:
                data = file.read()
        except (OSError, InputError) as error:
            raise InputError(f"it needs {name[:200]!r}: {one_line(error)}") from error
        self.size += len(data)
        most = KINDS["mesh"].most_bytes
        if self.size > most:
            raise InputError(f"the files it refers to have more than {most} bytes")
        return data
