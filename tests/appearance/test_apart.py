"""The generator and the fitter must not know each other, or a fit would find what it was told."""

import ast
from pathlib import Path

import pytest

import prehensile.appearance

ROOM = Path(prehensile.appearance.__file__).parent


def imported(folder: str) -> set[str]:
    nodes = [
        node
        for file in (ROOM / folder).rglob("*.py")
        for node in ast.walk(ast.parse(file.read_text("utf-8")))
    ]
    names = {n.module or "" for n in nodes if isinstance(n, ast.ImportFrom)}
    return names | {a.name for n in nodes if isinstance(n, ast.Import) for a in n.names}


@pytest.mark.parametrize(
    ("user", "used"), [("generate", "fit"), ("generate", "model"), ("fit", "generate"),
                       ("model", "generate"), ("generate", "bake")]
)  # fmt: skip
def test_generator_and_fitter_share_no_code(user, used):
    assert not [n for n in imported(user) if n.startswith(f"prehensile.appearance.{used}")]


def test_the_generator_paints_without_the_skin_s_own_pigments():
    assert not [n for n in imported("generate") if n.startswith("prehensile.skin")]
