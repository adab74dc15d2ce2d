"""A digest of code: what a result that is kept in a file was made by.

Follows the imports of a module inside the package, those inside functions too, and the kernels it
asks `fast_path` for. Comments, docstrings, imports for types alone and the order of imports do not
count, nor do the names of files: a module may move and be described better without making anything
stale.
"""

import ast
import hashlib
import io
import tokenize
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import NamedTuple

PACKAGE = Path(__file__).parent


@cache
def code_digest(module: str, package: Path = PACKAGE) -> str:
    """Of a module and of all modules of the package that it imports, hexadecimal.

    Args:
        module: its name without that of the package: ``skin.template.levels``.
        package: the folder of ``prehensile``.
    """
    pending, seen = [module], {module}
    while pending:
        for found in _read(pending.pop(), package).imports:
            if found.module is not None and found.module not in seen:
                seen.add(found.module)
                pending.append(found.module)
    return hashlib.sha256(b"".join(sorted(_digest(name, package) for name in seen))).hexdigest()


class _Import(NamedTuple):
    """One name that a module gets from elsewhere."""

    what: str
    """as it is written, without the module of ours that it comes from: ``Hand``, ``numpy as np``"""
    module: str | None = None
    """the module of ours; None for somebody else's"""


class _Module(NamedTuple):
    """What counts of one module."""

    own: bytes
    """digest of its lines without imports, docstrings, comments and empty lines"""
    imports: frozenset[_Import]
    """what it imports anywhere but for types alone, and the kernels that it asks for"""


def _digest(module: str, package: Path) -> bytes:
    """Of a module's own code, and of the code that each imported name stands for.

    Two modules may offer the same name: which of them is meant counts.
    """
    read = _read(module, package)
    brought = {
        found.what.encode()
        + (_read(found.module, package).own if found.module is not None else b"")
        for found in read.imports
    }
    return hashlib.sha256(read.own + b"".join(sorted(brought))).digest()


@cache
def _read(module: str, package: Path) -> _Module:
    text = _file(module, package).read_text("utf-8")
    lines = text.splitlines()
    for token in tokenize.generate_tokens(io.StringIO(text).readline):
        if token.type == tokenize.COMMENT:
            row, column = token.start
            lines[row - 1] = lines[row - 1][:column]
    imports: set[_Import] = set()
    pending: list[tuple[ast.AST, bool]] = [(ast.parse(text), True)]
    while pending:
        node, runs = pending.pop()
        # What stands under "if TYPE_CHECKING:" never runs.
        runs = runs and not (isinstance(node, ast.If) and "TYPE_CHECKING" in ast.dump(node.test))
        pending.extend((child, runs) for child in ast.iter_child_nodes(node))
        if runs:
            imports.update(_brought(node, package))
        alone = isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant)
        if alone or isinstance(node, ast.Import | ast.ImportFrom):
            assert isinstance(node, ast.stmt) and node.end_lineno is not None
            lines[node.lineno - 1 : node.end_lineno] = [""] * (node.end_lineno - node.lineno + 1)
    kept = "\n".join(line for line in map(str.rstrip, lines) if line)
    return _Module(hashlib.sha256(kept.encode()).digest(), frozenset(imports))


def _file(module: str, package: Path) -> Path:
    """A package stands for its ``__init__``."""
    path = package.joinpath(*module.split("."))
    return path / "__init__.py" if path.is_dir() else path.with_suffix(".py")


def _brought(node: ast.AST, package: Path) -> Iterator[_Import]:
    """What a statement imports, or the kernels that a call asks for."""
    if isinstance(node, ast.Import):
        for alias in node.names:
            ours = alias.name.split(".")[0] == package.name
            yield _Import(ast.unparse(alias), _inside(alias.name) if ours else None)
    elif isinstance(node, ast.ImportFrom):
        assert node.module and not node.level, "imports inside the package are absolute"
        ours, base = node.module.split(".")[0] == package.name, _inside(node.module)
        for alias in node.names:
            if not ours:
                yield _Import(f"{node.module} {ast.unparse(alias)}")
                continue
            whole = f"{base}.{alias.name}".lstrip(".")
            # "from prehensile.lie import se3" names a module, "import Hand" what one holds.
            yield _Import(ast.unparse(alias), whole if _file(whole, package).is_file() else base)
    elif isinstance(node, ast.Call) and getattr(node.func, "id", None) == "kernels":
        room = ast.literal_eval(node.args[0])
        yield from (_Import(part, f"{room}.{part}") for part in ("_kernels", "_plain"))


def _inside(name: str) -> str:
    """``hand.spec`` of ``prehensile.hand.spec``; empty for the package itself."""
    return name.partition(".")[2]
