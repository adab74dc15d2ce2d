"""The generated file is the messages, neither more nor less."""

import re
from pathlib import Path

import pytest

from prehensile.stage import messages as m
from prehensile.stage.typescript import TARGET, main, typescript

ROOT = Path(__file__).parents[2]


def test_the_generated_file_is_not_stale():
    assert (ROOT / TARGET).read_text("utf-8") == typescript(), (
        "run python -m prehensile.stage.typescript"
    )
    assert main(["--check"]) == 0


def test_a_changed_message_makes_it_stale(monkeypatch, capsys):
    monkeypatch.setattr("prehensile.stage.typescript.PROTOCOL", m.PROTOCOL + 1)
    assert main(["--check"]) == 1
    assert "stale" in capsys.readouterr().err


@pytest.mark.parametrize("message", [*m.SERVER_MESSAGES, *m.PAGE_MESSAGES])
def test_every_message_has_its_interface_with_every_field(message):
    text = typescript()
    found = re.search(rf"export interface {message.__name__} {{(.*?)\n}}", text, re.S)
    assert found is not None
    names = re.findall(r"readonly (\w+)\??:", found[1])
    assert names == ["type", *message.__annotations__]


@pytest.mark.parametrize(
    "line",
    [
        "readonly joints: Tensor<Float32Array, readonly [number, 7]>;",
        "readonly inverse_bind: Tensor<Float32Array, readonly [number, 4, 4]>;",
        "readonly faces: Tensor<Uint32Array, readonly [number, 3]>;",
        "readonly contact_group: Tensor<Uint8Array, readonly [number]>;",
        'readonly kind: "slider" | "choice" | "switch" | "button" | "figure";',
        "readonly target: readonly [number, number, number] | null;",
        "readonly controls: readonly Control[];",
        "readonly value: number | string | boolean | null;",
        "readonly seek?: number | null;",
        f"export const PROTOCOL = {m.PROTOCOL};",
        '    taxels: { dtype: "<f4", shape: ["t", "rows", "columns"] },',
    ],
)
def test_types_keep_dtype_shape_and_choices(line):
    assert line in typescript()
