"""JSON and TOML within bounds."""

import json
import time

import pytest

from prehensile.errors import InputError
from prehensile.files.bounded_text import MAX_DEPTH, MAX_DIGITS, parse_json, parse_toml


def test_honest_json_is_what_python_reads():
    said = {"a": [1, -2.5e-3, 'x [[[[ é " }', None, True], "seed": 2**128, "b": {"c": []}}
    for text in (
        json.dumps(said),
        json.dumps(said, ensure_ascii=False),
        json.dumps(said, indent=1),
    ):
        assert parse_json(text) == parse_json(text.encode()) == said
    assert parse_json(b"\xef\xbb\xbf[1]") == [1]
    assert parse_json('"\\ud83d\\ude00"') == "\U0001f600"
    assert parse_json("[" * MAX_DEPTH + "]" * MAX_DEPTH)


@pytest.mark.parametrize("open_, close", ["[]", ('{"a":', "}"), ('[{"":', "}]")])
@pytest.mark.parametrize("depth", [MAX_DEPTH + 1, 900, 100_000])
def test_deep_json_is_refused(open_, close, depth):
    with pytest.raises(InputError, match="nested more than 64"):
        parse_json(open_ * depth + "1" + close * depth)


def test_brackets_in_texts_do_not_nest():
    text = json.dumps({"a": "[" * 1000, "\\": "{\\" * 1000, "b": '"' + "[" * 1000})
    assert parse_json(text) == json.loads(text)


@pytest.mark.parametrize("sign", ["", "-"])
def test_long_integers_are_refused(sign):
    assert parse_json(sign + "9" * (MAX_DIGITS - 1)) == int(sign + "9" * (MAX_DIGITS - 1))
    for digits in (MAX_DIGITS + 1, 400, 100_000):
        with pytest.raises(InputError, match="integer of more than 40 digits"):
            parse_json(f'{{"a": {sign}{"1" * digits}}}')
    assert parse_json("0." + "1" * 400) == pytest.approx(1 / 9)


def test_half_a_surrogate_pair_is_refused():
    with pytest.raises(InputError, match="not Unicode"):
        parse_json('{"a": ["\\ud800"]}')


def test_constants_on_request():
    assert parse_json("[Infinity]") == [float("inf")]
    for text in ("NaN", "[Infinity]", '{"a": -Infinity}'):
        with pytest.raises(InputError, match="which is not JSON"):
            parse_json(text, constants=False)


@pytest.mark.parametrize("data", [b"", b"{", b"\xff\xfe", b"[1,]"])
def test_what_is_no_json_is_a_value_error(data):
    with pytest.raises(ValueError):
        parse_json(data)


def test_honest_toml():
    text = "# a.a [[[\nmodel = \"h[{.xml\"\n[joints]\nx.y = [0.1, 'b.c.d[', {z = 1}]\n" + (
        "v = [" + "0.5, " * 200 + "]\n"
    )
    found = parse_toml(text.encode())
    assert found["model"] == "h[{.xml"
    assert found["joints"]["x"] == {"y": [0.1, "b.c.d[", {"z": 1}]}
    assert len(found["joints"]["v"]) == 200


@pytest.mark.parametrize(
    "text",
    [
        "a = " + "[" * 5000 + "]" * 5000,
        "a = " + "{a=" * 5000 + "1" + "}" * 5000,
        ".".join("a" * 200_000) + " = 1",
        " . ".join("a" * 5000) + " = 1",
        "[" + ".".join("a" * 200_000) + "]",
        "b = {" + ".".join("a" * 200_000) + " = 1}",
        "[" + ".".join("a" * 60) + "]\n" + ".".join("b" * 60) + " = 1",
    ],
)
def test_deep_toml_is_refused_at_once(text):
    started = time.process_time()
    with pytest.raises(InputError, match="nested more than 64"):
        parse_toml(text.encode())
    assert time.process_time() - started < 2.0


def test_long_integers_of_toml_are_refused():
    with pytest.raises(InputError, match="40 digits"):
        parse_toml(b"a = [1, {b = " + b"1" * 400 + b"}]")
