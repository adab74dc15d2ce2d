"""Kinds of files: each is used by some reader, and no reader names another."""

import ast
from pathlib import Path

import prehensile
from prehensile.files.limits import GIB, KINDS, MAX_FRAMES, MAX_VALUES, MIB

DOORS = {"opened", "parsing", "plain_file"}
"""functions of ``files.opened`` whose second argument is a kind"""


def _named_kinds() -> set[str]:
    """Kinds in calls of the doors, and other texts of readers that are one."""
    found = set()
    for file in Path(prehensile.__file__).parent.rglob("*.py"):
        if file.name == "limits.py":
            continue
        for node in ast.walk(ast.parse(file.read_text("utf-8"))):
            if isinstance(node, ast.Call) and len(node.args) == 2:
                name = getattr(node.func, "id", getattr(node.func, "attr", ""))
                kind = node.args[1]
                if name in DOORS and isinstance(kind, ast.Constant):
                    assert kind.value in KINDS, f"{file}: {kind.value}"
                    found.add(kind.value)
            elif isinstance(node, ast.Constant) and node.value in KINDS:
                found.add(node.value)  # handed on by a variable
    return found


def test_every_kind_has_a_reader_and_every_reader_a_kind():
    assert _named_kinds() == set(KINDS)


def test_limits_let_in_what_people_record_and_no_more():
    assert MAX_FRAMES >= 1600 * 120, "nearly half an hour of animation"
    assert MAX_VALUES >= 3600 * 100 * 50 * 3, "an hour of 50 markers at 100 Hz"
    for name, kind in KINDS.items():
        assert MIB <= kind.most_bytes <= GIB, name
        sentence = f"it is not {kind.name}, or damaged"
        assert sentence == " ".join(sentence.split()) and not kind.name.endswith(".")
        assert not kind.advice or (kind.advice[0].isupper() and kind.advice.endswith("."))
