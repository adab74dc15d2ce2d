"""MJCF and URDF."""

from functools import partial

from tests.fuzz.cases import Case
from tests.fuzz.cases.texts import honest
from tests.fuzz.mutators.xml_text import BOMB, PIECES

MODELS = (
    "hand_model", "hand_xml", "hand_urdf", "mechanism_xml", "mechanism_urdf", "urdf_graph",
)  # fmt: skip


def with_piece(reader: str, piece: bytes) -> bytes:
    """An honest model with an element more, right below its root."""
    text = honest(reader)
    at = text.index(b">", text.index(b"<mujoco" if b"<mujoco" in text else b"<robot")) + 1
    return text[:at] + piece + text[at:]


def not_utf8(reader: str) -> bytes:
    """A name in no encoding."""
    return honest(reader).replace(b'name="', b'name="\xff\xfe', 1)


def bomb(reader: str) -> bytes:
    """A name of entities in entities."""
    return BOMB + honest(reader).replace(b'="', b'="&i;', 1)


CASES = {
    **{
        f"{reader} {piece[:40].decode()} {k}": Case(reader, partial(with_piece, reader, piece))
        for reader in ("hand_model", "mechanism_xml")
        for k, piece in enumerate(PIECES)
        if b"{outside}" not in piece
    },
    **{
        f"a name that is not UTF-8 {reader}": Case(reader, partial(not_utf8, reader))
        for reader in MODELS
    },
    **{f"entities in entities {reader}": Case(reader, partial(bomb, reader)) for reader in MODELS},
}
