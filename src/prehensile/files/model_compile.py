"""Models of strangers, compiled by MuJoCo: first in a process of its own, then here.

A few bytes can ask the compiler for any amount of memory or time, and some end the process. Only
what passed there, within limits, is compiled here, from the same bytes; what passed once is not
tried again.
"""

import hashlib
import json
import tempfile
from pathlib import Path
from typing import Any

import mujoco

from prehensile.cache import cached
from prehensile.errors import InputError
from prehensile.files.apart import Give, parsed_apart, seconds_for
from prehensile.files.model_file import ModelFile

SECONDS = 9.0
"""of work that the trial may take, and so about what the compilation here takes at most"""
MAX_BODIES, MAX_GEOMS = 5000, 20_000
PASSED = b"passed"


def compiled_model(file: ModelFile, drawn: bool = False) -> mujoco.MjModel:
    """The model of a file that a stranger wrote, links without joints kept apart.

    Args:
        file: with all that it refers to.
        drawn: whether shapes that only are looked at are kept, whatever the file says.

    Raises:
        InputError: the compiler crashed, took too long, or too much memory; too many parts.
        ValueError: MuJoCo's own complaint.
    """
    bundle = _bundled(file, drawn)
    key = mujoco.__version__.encode() + b"\0" + hashlib.sha256(bundle).digest()
    cached("model", key, lambda: _tried_apart(file, bundle), _passed)
    return _compile(file, drawn)


def _tried_apart(file: ModelFile, bundle: bytes) -> bytes:
    with tempfile.NamedTemporaryFile(suffix=".model") as held:
        held.write(bundle)
        held.flush()
        seconds = seconds_for(len(bundle), SECONDS)
        said = parsed_apart(__name__, held.name, "mujoco", "", seconds).said
    if said["complaint"] is not None:
        raise ValueError(as_told(str(said["complaint"]), file))
    return PASSED


def _passed(said: bytes) -> bool:
    if said != PASSED:
        raise ValueError("the cache says something else")
    return True


def as_told(text: str, file: ModelFile) -> str:
    """MuJoCo's words, with files named as the model names them."""
    for flat, name in file.told.items():
        text = text.replace(flat, name)
    return text


def parse(path: str, give: Give) -> dict[str, Any]:
    """The child's work: compile, and say MuJoCo's complaint."""
    try:
        _compile(*_unbundled(Path(path).read_bytes()))
    except ValueError as error:
        return {"complaint": str(error)}
    except MemoryError:
        raise InputError("it takes more memory to compile than a model of its size may") from None
    return {"complaint": None}


def _compile(file: ModelFile, drawn: bool) -> mujoco.MjModel:
    spec = mujoco.MjSpec.from_string(file.text, assets=file.assets)
    spec.compiler.fusestatic = False  # a URDF's palm would become part of the world
    if drawn:
        spec.compiler.discardvisual = False
    model = spec.compile()
    if model.nbody > MAX_BODIES or model.ngeom > MAX_GEOMS:
        raise InputError(
            f"it has {model.nbody} bodies and {model.ngeom} geoms, at most {MAX_BODIES} and "
            f"{MAX_GEOMS} are read"
        )
    return model


def _bundled(file: ModelFile, drawn: bool) -> bytes:
    text = file.text.encode()
    sizes = {name: len(data) for name, data in file.assets.items()}
    head = json.dumps({"drawn": drawn, "text": len(text), "assets": sizes}).encode()
    return b"\n".join([head, text + b"".join(file.assets.values())])


def _unbundled(bundle: bytes) -> tuple[ModelFile, bool]:
    line, _, rest = bundle.partition(b"\n")
    head = json.loads(line)
    text, at, assets = rest[: head["text"]].decode(), head["text"], {}
    for name, size in head["assets"].items():
        assets[name] = rest[at : at + size]
        at += size
    return ModelFile(text, assets, {}), head["drawn"]
