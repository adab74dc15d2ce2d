"""Optional packages: against what the project's metadata declares, and packages made up here."""

import sys
import tomllib
from importlib.metadata import packages_distributions
from pathlib import Path

import pytest

from prehensile import extras
from prehensile.errors import MissingExtraError
from prehensile.extras import EXTRA_OF_PACKAGE, optional

PROJECT = Path(__file__).parents[1] / "pyproject.toml"
BROUGHT_ALONG = {"netgen": "ngsolve", "PIL": "matplotlib"}
"""Packages that come with another one."""


@pytest.fixture
def package(tmp_path, monkeypatch):
    """``package(name, code)``: a package that can be imported and is gone after the test."""
    monkeypatch.syspath_prepend(tmp_path)
    before = set(sys.modules)

    def make(name: str, code: str) -> None:
        (tmp_path / name).mkdir()
        (tmp_path / name / "__init__.py").write_text(code)
        (tmp_path / name / "part.py").write_text("ANSWER = 42\n")
        monkeypatch.setitem(EXTRA_OF_PACKAGE, name, "draw")

    yield make
    for name in set(sys.modules) - before:
        del sys.modules[name]


def test_the_extra_that_is_named_brings_the_package():
    declared = tomllib.loads(PROJECT.read_text())["project"]["optional-dependencies"]
    distributions = packages_distributions()
    for name, extra in EXTRA_OF_PACKAGE.items():
        on_pypi = BROUGHT_ALONG.get(name) or distributions.get(name, [name])[0]
        wanted = on_pypi.lower().replace("_", "-") + ">="
        assert any(line.startswith(wanted) for line in declared[extra]), name


def test_what_is_there_is_imported_dotted_names_included(package):
    package("made_up", "")
    assert optional("made_up").__name__ == "made_up"
    assert optional("made_up.part").ANSWER == 42


@pytest.mark.parametrize("module", ["not_there", "not_there.part.of_it"])
def test_what_is_not_there_is_named_with_its_extra(module, monkeypatch):
    monkeypatch.setitem(extras.EXTRA_OF_PACKAGE, "not_there", "video")
    with pytest.raises(MissingExtraError, match=r"'not_there'.*prehensile\[video\]") as caught:
        optional(module)
    assert (caught.value.package, caught.value.extra) == ("not_there", "video")


def test_a_package_that_lacks_something_of_its_own_is_not_called_missing(package):
    package("broken", "import something_else_entirely\n")
    with pytest.raises(ModuleNotFoundError, match="something_else_entirely"):
        optional("broken")
