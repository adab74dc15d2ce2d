"""Every name that the package offers can be had, and there are few of them."""

import ast
import importlib
import inspect
import pkgutil
from pathlib import Path

import pytest

import prehensile

MODULES = sorted(
    module.name
    for module in pkgutil.walk_packages(prehensile.__path__, "prehensile.")
    if not module.name.endswith("__main__")
)


def root_names() -> set[str]:
    """What a user sees at the root: neither private, nor a module, nor a helper of typing."""
    return {
        name
        for name in dir(prehensile)
        if not name.startswith("_")
        and name != "TYPE_CHECKING"
        and not inspect.ismodule(getattr(prehensile, name))
    }


def test_the_root_is_small() -> None:
    names = root_names()
    assert "PrehensileError" in names
    assert len(names) <= 15, sorted(names)


@pytest.mark.parametrize("name", sorted(prehensile._MODULE_OF))
def test_root_name_resolves(name: str) -> None:
    value = getattr(prehensile, name)
    assert value is getattr(importlib.import_module(prehensile._MODULE_OF[name]), name)
    assert not inspect.ismodule(value)
    assert value.__doc__, f"prehensile.{name} has no docstring"


def test_type_checkers_see_the_same_root_names() -> None:
    tree = ast.parse(Path(prehensile.__file__).read_text("utf-8"))
    block = next(n for n in tree.body if isinstance(n, ast.If))
    typed = {
        alias.asname: node.module
        for node in block.body
        if isinstance(node, ast.ImportFrom)
        for alias in node.names
    }
    assert typed == prehensile._MODULE_OF


def test_every_module_can_be_imported_and_says_what_it_is() -> None:
    assert len(MODULES) > 1000
    assert [module for module in MODULES if not importlib.import_module(module).__doc__] == []


def test_unknown_root_name_is_an_attribute_error() -> None:
    with pytest.raises(AttributeError, match="no_such_name"):
        _ = prehensile.no_such_name
