"""A digest of code: what a result that is kept in a file was made by.

Follows the imports of a module inside the package, those inside functions too, and the kernels it
asks `fast_path` for. Import statements, comments and docstrings do not count, nor do the names of
files: a module may move and be described better without making anything stale.
"""

import ast
import hashlib
from collections.abc import Iterator
from functools import cache
from pathlib import Path

PACKAGE = Path(__file__).parent


@cache
def code_digest(module: str) -> str:
    """Of ``prehensile.<module>`` and of all modules of the package that it imports, hexadecimal."""
    pending, seen = [module], {module}
    while pending:
        for name in sorted(_imported(pending.pop()) - seen):
            seen.add(name)
            pending.append(name)
    return hashlib.sha256(b"".join(sorted(map(_digest, seen)))).hexdigest()


@cache
def _tree(module: str) -> tuple[list[str], ast.Module]:
    """Lines and syntax of a module; a package stands for its ``__init__``."""
    text = _file(module).read_text("utf-8")
    return text.splitlines(), ast.parse(text)


def _file(module: str) -> Path:
    path = PACKAGE.joinpath(*module.split("."))
    return path / "__init__.py" if path.is_dir() else path.with_suffix(".py")


@cache
def _imported(module: str) -> set[str]:
    """Modules of the package that a module names in its imports and asks for as kernels."""
    return {name for node in ast.walk(_tree(module)[1]) for name in _named(node)}


def _named(node: ast.AST) -> Iterator[str]:
    if isinstance(node, ast.ImportFrom) and node.module and not node.level:
        package, _, base = node.module.partition(".")
        if package == "prehensile":
            for alias in node.names:
                whole = f"{base}.{alias.name}".lstrip(".")
                # "from prehensile.lie import se3" names a module, "import Hand" what one holds.
                yield whole if _file(whole).is_file() else base
    elif isinstance(node, ast.Call) and ast.unparse(node.func) == "kernels":
        room = ast.literal_eval(node.args[0])
        yield from (f"{room}._kernels", f"{room}._plain")


@cache
def _digest(module: str) -> bytes:
    """Of a module's lines without imports, docstrings, comments and empty lines."""
    lines, tree = _tree(module)
    dropped = set()
    for node in ast.walk(tree):
        text = isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant)
        if isinstance(node, ast.Import | ast.ImportFrom) or text:
            assert isinstance(node, ast.stmt) and node.end_lineno is not None
            dropped.update(range(node.lineno - 1, node.end_lineno))
    kept = (line.rstrip() for k, line in enumerate(lines) if k not in dropped)
    code = "\n".join(line for line in kept if line and not line.lstrip().startswith("#"))
    return hashlib.sha256(code.encode()).digest()
