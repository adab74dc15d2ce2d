"""A class keeps its private names to itself: no subclass uses or replaces those of its bases."""

import ast
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path

import prehensile

ROOT = Path(prehensile.__file__).parent


@dataclass
class Class:
    """What a class statement says."""

    place: str
    bases: list[str]
    """dotted, as far as imports of its file tell"""
    owned: set[str] = field(default_factory=set)
    """private names that it defines, in its body or on ``self``"""
    used: set[str] = field(default_factory=set)
    """private names that it looks up on ``self``, ``cls`` or ``super()``"""


def _private(name: str) -> bool:
    return name.startswith("_") and not name.endswith("__")


def _filled(node: ast.ClassDef, one: Class) -> Class:
    for inner in node.body:
        match inner:
            case ast.FunctionDef(name=name) | ast.AsyncFunctionDef(name=name):
                one.owned.add(name)
            case ast.AnnAssign(target=ast.Name(id=name)):
                one.owned.add(name)
            case ast.Assign(targets=targets):
                one.owned |= {t.id for t in targets if isinstance(t, ast.Name)}
    for inner in ast.walk(node):
        match inner:
            case ast.Attribute(attr=name, value=ast.Name(id="self" | "cls"), ctx=ast.Store()):
                one.owned.add(name)
            case ast.Attribute(attr=name, value=ast.Name(id="self" | "cls")):
                one.used.add(name)
            case ast.Attribute(attr=name, value=ast.Call(func=ast.Name(id="super"))):
                one.used.add(name)
    one.owned, one.used = set(filter(_private, one.owned)), set(filter(_private, one.used))
    return one


def _classes(source: str, module: str) -> Iterator[tuple[str, Class]]:
    """Classes of a file by dotted name."""
    tree, known = ast.parse(source), {}
    for node in ast.walk(tree):
        if isinstance(node, ast.ImportFrom) and not node.level:
            known |= {a.asname or a.name: f"{node.module}.{a.name}" for a in node.names}
        elif isinstance(node, ast.ClassDef):
            known[node.name] = f"{module}.{node.name}"
    for node in ast.walk(tree):
        if isinstance(node, ast.ClassDef):
            plain = [b.value if isinstance(b, ast.Subscript) else b for b in node.bases]
            bases = [known.get(b.id, b.id) for b in plain if isinstance(b, ast.Name)]
            yield known[node.name], _filled(node, Class(f"{module}:{node.lineno}", bases))


def _trespasses(classes: dict[str, Class]) -> list[str]:
    """One line for every private name of a base that a subclass uses or replaces."""

    def above(name: str) -> Iterator[Class]:
        for base in classes[name].bases:
            if base in classes:
                yield classes[base]
                yield from above(base)

    return [
        f"{one.place}: {name.rpartition('.')[2]} reaches for {private} of {base.place}"
        for name, one in classes.items()
        for base in above(name)
        for private in sorted((one.used | one.owned) & base.owned)
    ]


def test_no_subclass_reaches_into_a_private_name_of_its_bases() -> None:
    classes: dict[str, Class] = {}
    for file in sorted(ROOT.rglob("*.py")):
        module = ".".join(("prehensile", *file.relative_to(ROOT).with_suffix("").parts))
        classes |= _classes(file.read_text("utf-8"), module)
    assert sum(any(base in classes for base in c.bases) for c in classes.values()) > 50
    assert _trespasses(classes) == []


def test_the_rule_bites() -> None:
    base = """
class Base:
    def __init__(self):
        self._kept = self.offered = 0
        self.__init_subclass__

    def _hook(self): ...
"""
    heirs = """
from a import Base as Parent

class Reads(Parent):
    def f(self):
        return self._kept + self.offered

class Replaces(Reads):
    def _hook(self): ...

class Asks(Parent):
    def f(self):
        return super()._hook()

class Minds(Parent):
    def __init__(self):
        self._own = self.offered
"""
    found = _trespasses({**dict(_classes(base, "a")), **dict(_classes(heirs, "b"))})
    assert [line.split(" of ")[0].split(": ")[1] for line in found] == [
        "Reads reaches for _kept",
        "Replaces reaches for _hook",
        "Asks reaches for _hook",
    ]
