"""The page's TypeScript types, made from `messages`: dtype and shape of every blob kept.

``python -m prehensile.stage.typescript`` writes ``page/src/messages.ts``; with ``--check`` it only
says whether that file is stale (exit code 1).
"""

import ast
import inspect
import json
import sys
import types
from collections.abc import Iterator, Mapping
from dataclasses import is_dataclass
from pathlib import Path
from typing import Any, Literal, Union, get_args, get_origin

from prehensile._version import __version__
from prehensile.stage import messages
from prehensile.stage.messages import PAGE_MESSAGES, PROTOCOL, SERVER_MESSAGES, Array
from prehensile.stage.schema import schema_of

TARGET = Path("page/src/messages.ts")
"""in the repository"""

TYPED_ARRAY = {
    "<f4": "Float32Array",
    "<f8": "Float64Array",
    "<u1": "Uint8Array",
    "<u2": "Uint16Array",
    "<u4": "Uint32Array",
    "<i4": "Int32Array",
}

HEAD = """// Made by `python -m prehensile.stage.typescript` from src/prehensile/stage/messages.py.
// Do not edit: change the messages there and run it again (a test fails when this file is stale).

/** The page and the server must agree on it. */
export const PROTOCOL = {protocol};
/** Of the package this file was made for. */
export const VERSION = {version};

export type Dtype = {dtypes};
/** Numbers row after row, and how many along each axis. Names in a shape are lengths that vary. */
export interface Tensor<Data, Shape extends readonly number[]> {{
  readonly data: Data;
  readonly shape: Shape;
}}
"""


def typescript() -> str:
    """The text of `TARGET`, made from the messages."""
    docs = _field_docs()
    dtypes = " | ".join(json.dumps(d) for d in TYPED_ARRAY)
    parts = [HEAD.format(protocol=PROTOCOL, version=json.dumps(__version__), dtypes=dtypes)]
    spoken = (*SERVER_MESSAGES, *PAGE_MESSAGES)
    parts += [_interface(part, docs, tagged=False) for part in _parts(spoken)]
    parts += [_interface(message, docs, tagged=True) for message in spoken]
    parts.append(_union("ServerMessage", SERVER_MESSAGES))
    parts.append(_union("PageMessage", PAGE_MESSAGES))
    parts.append(_blob_table())
    return "\n".join(parts)


def _interface(message: type[Any], docs: Mapping[tuple[str, str], str], *, tagged: bool) -> str:
    schema = schema_of(message)
    lines = [_comment(inspect.getdoc(message) or ""), f"export interface {message.__name__} {{"]
    if tagged:
        lines.append(f'  readonly type: "{message.__name__}";')
    incoming = message in PAGE_MESSAGES
    for name in inspect.get_annotations(message):
        blob = schema.blobs.get(name)
        words = docs.get((message.__name__, name), "")
        if blob is not None:
            words = " ".join(filter(None, [f"{blob.dtype} ({_shape_words(blob)})", words]))
        optional = "?" if incoming and name not in schema.required else ""
        kind = _tensor(blob) if blob is not None else _type(schema.plain[name])
        lines += [_comment(words, "  ")] if words else []
        lines.append(f"  readonly {name}{optional}: {kind};")
    return "\n".join([*lines, "}\n"])


def _type(hint: Any) -> str:
    origin, options = get_origin(hint), get_args(hint)
    if origin in (Union, types.UnionType):
        return " | ".join(_type(o) for o in options)
    if origin is Literal:
        return " | ".join(json.dumps(o) for o in options)
    if origin is tuple:
        if options[1:] == (Ellipsis,):
            return f"readonly {_type(options[0])}[]"
        return "readonly [" + ", ".join(_type(o) for o in options) + "]"
    if is_dataclass(hint) and isinstance(hint, type):
        return hint.__name__
    plain = {float: "number", int: "number", str: "string", bool: "boolean", type(None): "null"}
    return plain[hint]


def _tensor(array: Array) -> str:
    axes = ", ".join(str(n) if isinstance(n, int) else "number" for n in array.shape)
    return f"Tensor<{TYPED_ARRAY[array.dtype]}, readonly [{axes}]>"


def _union(name: str, members: tuple[type[Any], ...]) -> str:
    return f"export type {name} =\n" + "".join(f"  | {m.__name__}\n" for m in members) + ";\n"


def _blob_table() -> str:
    """What a reader of the wire checks against."""
    lines = [
        "/** Blobs of every message: dtype and shape as the server promises them. */",
        "export const BLOBS: {",
        "  readonly [type: string]: {",
        "    readonly [field: string]: {",
        "      readonly dtype: Dtype;",
        "      readonly shape: readonly (number | string)[];",
        "    };",
        "  };",
        "} = {",
    ]
    for message in (*SERVER_MESSAGES, *PAGE_MESSAGES):
        blobs = schema_of(message).blobs
        if blobs:
            lines.append(f"  {message.__name__}: {{")
            lines += [
                f"    {name}: {{ dtype: {json.dumps(a.dtype)}, shape: {json.dumps(a.shape)} }},"
                for name, a in blobs.items()
            ]
            lines.append("  },")
    return "\n".join([*lines, "};\n"])


def _parts(spoken: tuple[type[Any], ...]) -> list[type[Any]]:
    """Dataclasses inside messages, in the order of their definition."""
    inside = {t for message in spoken for t in _mentioned(message)}
    return [t for t in vars(messages).values() if isinstance(t, type) and t in inside]


def _mentioned(message: type[Any]) -> Iterator[type[Any]]:
    for hint in schema_of(message).plain.values():
        for option in (hint, *get_args(hint)):
            if is_dataclass(option) and isinstance(option, type):
                yield option
                yield from _mentioned(option)


def _field_docs() -> dict[tuple[str, str], str]:
    """(class, field) → the string that stands below the field."""
    docs = {}
    for node in ast.parse(inspect.getsource(messages)).body:
        if not isinstance(node, ast.ClassDef):
            continue
        for field, below in zip(node.body, node.body[1:], strict=False):
            if isinstance(field, ast.AnnAssign) and isinstance(field.target, ast.Name):
                match below:
                    case ast.Expr(value=ast.Constant(value=str() as text)):
                        docs[node.name, field.target.id] = " ".join(text.split())
    return docs


def _shape_words(array: Array) -> str:
    return " × ".join(map(str, array.shape))


def _comment(text: str, indent: str = "") -> str:
    return f"{indent}/** {' '.join(text.split()).replace('``', '`').replace('*/', '* /')} */"


def main(arguments: list[str]) -> int:
    """Write the file, or check it."""
    path = Path(__file__).parents[3] / TARGET
    if not path.parent.is_dir():
        sys.stderr.write(f"{path.parent} is no folder: run this in a checkout of the repository.\n")
        return 2
    wanted = typescript()
    if "--check" in arguments:
        if path.is_file() and path.read_text("utf-8") == wanted:
            return 0
        sys.stderr.write(f"{TARGET} is stale: run python -m prehensile.stage.typescript\n")
        return 1
    path.write_text(wanted, "utf-8")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
