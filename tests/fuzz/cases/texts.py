"""JSON, TOML and tables."""

import json
from collections.abc import Callable
from functools import partial
from pathlib import Path
from tempfile import TemporaryDirectory

from tests.fuzz.cases import Case
from tests.fuzz.seeds import all_seeds

from prehensile.files.readers import READERS

DEEP = 100_000
DIGITS = "9" * 400


def honest(reader: str) -> bytes:
    """The seed of a reader."""
    with TemporaryDirectory() as folder:
        path = Path(folder) / READERS[reader].file
        all_seeds()[reader](path)
        return path.read_bytes()


def deep_json(_: str) -> bytes:
    """Lists in lists."""
    return b"[" * DEEP + b"]" * DEEP


def deep_in(reader: str) -> bytes:
    """Deep nesting below the first key of an honest file."""
    tree = json.loads(honest(reader))
    whole = tree[0] if isinstance(tree, list) else tree
    whole[next(iter(whole))] = "HERE"
    text = json.dumps(tree).replace('"HERE"', "[" * DEEP + "]" * DEEP)
    return text.encode()


def long_integers(reader: str) -> bytes:
    """Every number has 400 digits."""

    def longer(node: object) -> object:
        if isinstance(node, dict):
            return {key: longer(value) for key, value in node.items()}
        if isinstance(node, list):
            return [longer(value) for value in node]
        plain = isinstance(node, int | float) and not isinstance(node, bool)
        return int(DIGITS) if plain else node

    return json.dumps(longer(json.loads(honest(reader)))).encode()


def deep_toml(reader: str) -> bytes:
    """Arrays in arrays."""
    return honest(reader) + b"\ndeep = " + b"[" * DEEP + b"]" * DEEP


def dotted_toml(reader: str) -> bytes:
    """A key of 100,000 parts: 3 GB and 14 s in a parser that makes a table of each."""
    return b"a" + b".a" * DEEP + b" = 1\n" + honest(reader)


def toml(reader: str, key: str, value: str) -> bytes:
    """An honest file whose key says something else."""
    rest = [line for line in honest(reader).decode().splitlines() if not line.startswith(key)]
    return "\n".join([f"{key} = {value}", *rest]).encode()


def replaced(reader: str, old: str, new: str) -> bytes:
    """An honest file with one word swapped."""
    text = honest(reader).decode()
    if old not in text:
        raise AssertionError(f"the seed of {reader} has no {old!r}")
    return text.replace(old, new, 1).encode()


def zero_quaternions() -> bytes:
    """A wrist's path whose times differ by less than a number can be divided by."""
    rows = "".join(f"{k}e-320,0,{k},0,1,0,0,0\n" for k in range(1, 9))
    return b"time,x,y,z,qw,qx,qy,qz\n" + rows.encode()


def _each(make: Callable[[str], bytes], *readers: str) -> dict[str, Case]:
    return {f"{make.__name__} {name}": Case(name, partial(make, name)) for name in readers}


CASES = {
    **_each(
        deep_json, "hand", "style", "compliance", "touches", "mapping_json", "hold_library",
        "hold_result", "table_description", "gltf", "mesh_gltf",
    ),
    **_each(deep_in, "hand", "style", "compliance", "touches", "mapping_json", "hold_library"),
    **_each(
        long_integers, "hand", "style", "compliance", "touches", "hold_library", "hold_result",
        "gltf", "mesh_gltf",
    ),
    **_each(deep_toml, "mapping", "joint_map", "marker_names", "mapped_hand"),
    **_each(dotted_toml, "mapping", "joint_map", "marker_names", "mapped_hand"),
    "a prefix that is a number": Case("mapping", partial(toml, "mapping", "prefix", "5")),
    "a prefix that is true": Case(
        "mapping_json", lambda: b'{"prefix": true, "joints": {"index_mcp_flex": "a"}}'
    ),
    "a model's name with a line break": Case(
        "mapped_hand", partial(toml, "mapped_hand", "model", '"\\n"')
    ),
    "a model outside": Case(
        "mapped_hand", partial(toml, "mapped_hand", "model", '"../canary.xml"')
    ),
    "a file's name of two lines": Case(
        "obj_examples", lambda: b'file,index_pip_flex\n"a\nb",0.1\n"a\nb",none\n'
    ),
    "a tip among a finger's joints": Case(
        "bvh_motion", partial(replaced, "bvh_motion", "JOINT RightHandThumb2", "End Site")
    ),
    "times that hardly differ": Case("csv_wrist", zero_quaternions),
}  # fmt: skip
