"""XML of strangers as a tree: no entities, no more elements and levels than models have."""

import xml.etree.ElementTree as ET
from xml.parsers import expat

from prehensile.errors import InputError

MAX_ELEMENTS = 200_000
"""A robot's hand has some hundred."""
MAX_DEPTH = 500
"""As many as MuJoCo reads. Bodies are nested: a chain of 400 links has 400 levels."""


def parse_xml(data: bytes) -> ET.Element:
    """The root of a document. Prefixes stay part of names, declared or not.

    Raises:
        InputError: entities, too many elements, or nested too deeply.
        ExpatError: not XML.
    """
    parser, builder = expat.ParserCreate(), ET.TreeBuilder()
    parser.buffer_text = True
    depth = count = 0

    def start(tag: str, attributes: dict[str, str]) -> None:
        nonlocal depth, count
        depth, count = depth + 1, count + 1
        if count > MAX_ELEMENTS or depth > MAX_DEPTH:
            raise InputError(
                f"it has more than {MAX_ELEMENTS} elements, or {MAX_DEPTH} inside one another"
            )
        builder.start(tag, attributes)

    def end(tag: str) -> None:
        nonlocal depth
        depth -= 1
        builder.end(tag)

    def entity(*_: object) -> None:
        raise InputError("it declares entities, which models do not need")

    parser.StartElementHandler, parser.EndElementHandler = start, end
    parser.CharacterDataHandler = builder.data
    parser.EntityDeclHandler = entity
    parser.Parse(data, True)
    return builder.close()
