"""A Sphinx extension: one page of the API reference for each room, made when the docs are built.

Rooms and alcoves come in the order that ``tests/test_layering.py`` enforces. Docstrings are plain
text with Google's sections, no reStructuredText: what it would take for markup is escaped.
"""

import ast
import importlib
import pkgutil
import re
from pathlib import Path
from typing import Any

ROOT = Path(__file__).parents[1]
PACKAGE = "prehensile"
PAGES = Path(__file__).parent / "api"
LEFT_OUT = {"_version", "bench", "figures", "cli"}
"""Rooms that are run by commands, not imported."""
SECTION = re.compile(r"(Args|Returns|Raises|Attributes|Yields|Note|Example):$")
ONE_LINERS = {"attribute", "data", "property"}

_own_text: dict[str, list[str]] = {}
"""Name → its docstring, while napoleon has it."""


def setup(app: Any) -> dict[str, Any]:
    """Connect to the build."""
    app.setup_extension("sphinx.ext.autodoc")
    app.setup_extension("sphinx.ext.napoleon")
    app.connect("config-inited", lambda app, config: write_pages())
    app.connect("autodoc-process-docstring", plain_text, priority=100)  # before napoleon
    app.connect("autodoc-process-docstring", keep_one_liners, priority=900)  # after it
    app.connect("autodoc-skip-member", skip_generated)
    return {"parallel_read_safe": True}


def layering(name: str) -> Any:
    """A constant of the test that enforces the house plan, read without running it."""
    tree = ast.parse((ROOT / "tests" / "test_layering.py").read_text("utf-8"))
    return next(
        ast.literal_eval(node.value)
        for node in tree.body
        if isinstance(node, ast.Assign) and ast.unparse(node.targets[0]) == name
    )


def write_pages() -> None:
    """Write docs/api: an index, the ground floor, and each room that exists."""
    PAGES.mkdir(exist_ok=True)
    there = {module.name: module.ispkg for module in pkgutil.iter_modules(_path(PACKAGE))}
    rooms = [name for name in re.findall(r"\w+", layering("FLOORS")) if name in there]
    shown = [name for name in rooms if name not in LEFT_OUT]
    ground = [name for name in shown if not there[name]]
    pages = {"ground": _ground_page(ground)}
    pages |= {name: _room_page(name) for name in shown if there[name]}
    pages["index"] = _index_page(list(pages))
    for name, text in pages.items():
        _write(PAGES / f"{name}.md", text)
    for stale in {path.stem for path in PAGES.glob("*.md")} - set(pages):
        (PAGES / f"{stale}.md").unlink()


def _write(path: Path, text: str) -> None:
    """Only where it differs: an untouched page is not built again."""
    if not path.is_file() or path.read_text("utf-8") != text:
        path.write_text(text, "utf-8")


def _index_page(pages: list[str]) -> str:
    root = importlib.import_module(PACKAGE)
    names = "\n".join(
        f"| {{py:obj}}`{PACKAGE}.{name} <{module}.{name}>` | {_first_line(getattr(root, name))} |"
        for name, module in sorted(root._MODULE_OF.items())
    )
    return (
        "# API reference\n\nThe public names of every room, from the ground up "
        "(see [Architecture](../architecture.md)). What most programs need is at the root:\n\n"
        f"| | |\n|---|---|\n{names}\n\n"
        "```{toctree}\n:maxdepth: 1\n\n" + "\n".join(pages) + "\n```\n"
    )


def _ground_page(modules: list[str]) -> str:
    parts = [_module_part(f"{PACKAGE}.{name}", "##") for name in modules]
    return "\n".join(["# Ground\n\nSingle modules that serve everybody.\n", *parts])


def _room_page(room: str) -> str:
    name = f"{PACKAGE}.{room}"
    order = re.findall(r"[\w-]+", layering("ALCOVES").get(room, "-"))
    folders = {m.name for m in pkgutil.iter_modules(_path(name)) if m.ispkg}
    parts = [f"# {room}\n\n{_first_line(importlib.import_module(name))}\n"]
    for alcove in [*order, *sorted(folders - set(order))]:
        if alcove == "-":
            parts += _module_parts(name, "##")
        else:
            about = _first_line(importlib.import_module(f"{name}.{alcove}"))
            parts += [f"## {room}.{alcove}\n\n{about}\n", *_module_parts(f"{name}.{alcove}", "###")]
    return "\n".join(parts)


def _module_parts(package: str, heading: str) -> list[str]:
    modules = [m.name for m in pkgutil.iter_modules(_path(package)) if not m.ispkg]
    public = [name for name in modules if not name.startswith("_")]
    return [_module_part(f"{package}.{name}", heading) for name in public]


def _module_part(module: str, heading: str) -> str:
    directive = f".. automodule:: {module}\n   :members:\n"
    return f"{heading} {module}\n\n```{{eval-rst}}\n{directive}```\n"


def _path(package: str) -> Any:
    return importlib.import_module(package).__path__


def _first_line(thing: Any) -> str:
    return (thing.__doc__ or "").strip().partition("\n")[0].replace("|", "\\|")


def skip_generated(
    app: Any, what: str, name: str, thing: Any, skip: bool, options: Any
) -> bool | None:
    """Leave out what Python writes itself: fields of tuples without a text of their own."""
    return True if str(getattr(thing, "__doc__", "")).startswith("Alias for field") else None


def plain_text(app: Any, what: str, name: str, thing: Any, options: Any, lines: list[str]) -> None:
    """Escape what is no markup, and keep what is indented (equations, code) as it stands."""
    if what in ONE_LINERS:
        _own_text[name] = [_escaped(line) for line in lines]
        return
    made: list[str] = []
    section = literal = table = False
    for line in lines:
        indented = line.startswith("    ")
        table = bool(line.strip()) and (table or line.startswith("=="))
        if line.strip() and not indented:
            section, literal = bool(SECTION.match(line)), False
        if indented and not section and not table and not literal:
            literal = True
            marked = next((old for old in reversed(made) if old), "").endswith("::")
            made += [""] if marked else ["", "::", ""]
        made.append(line if literal or table else _escaped(line))
    lines[:] = made


def keep_one_liners(
    app: Any, what: str, name: str, thing: Any, options: Any, lines: list[str]
) -> None:
    """Napoleon takes what stands before a colon for a type; with us it is part of the sentence."""
    if what in ONE_LINERS:
        lines[:] = _own_text.pop(name, lines)


def _escaped(line: str) -> str:
    """Outside of backticks, stars, bars and underscores are themselves."""
    parts = re.split(r"(``.*?``|:\w+:`[^`]*`|`[^`]*`)", line)
    plain = [re.sub(r"([*|]|(?<=\w)_(?!\w))", r"\\\1", part) for part in parts[::2]]
    plain[1:] = [f"\\ {part}" if part[:1].isalnum() else part for part in plain[1:]]
    parts[::2] = plain
    return "".join(parts)
