"""Plain values from JSON, as the types that fields want."""

import pytest

from prehensile.stage import messages as m
from prehensile.stage.schema import MOST_WHOLE, fields_as, schema_of, shown, value_as


def test_arrays_travel_apart_from_plain_fields():
    schema = schema_of(m.BodyMesh)
    assert set(schema.blobs) == {"vertices", "normals", "faces", "uv"}
    assert schema.blobs["faces"] == m.Array("<u4", ("f", 3))
    plain = {"body", "color", "color_picture", "movable", "opacity", "pointable"}
    assert set(schema.plain) == plain
    assert "look_at" not in schema_of(m.SceneStarted).required


@pytest.mark.parametrize(
    ("hint", "value", "found"),
    [
        (float, 3, 3.0),
        (int, 7, 7),
        (str, "a", "a"),
        (m.Vec3 | None, None, None),
        (m.Vec3 | None, [1, 2, 3], (1.0, 2.0, 3.0)),
        (float | str | bool, True, True),
        (tuple[str, ...], ["a", "b"], ("a", "b")),
    ],
)
def test_a_value_that_fits_becomes_the_fields_type(hint, value, found):
    result = value_as(hint, value)
    assert result == found and type(result) is type(found)


@pytest.mark.parametrize(
    ("hint", "value"),
    [
        (float, True), (float, "1"), (float, float("nan")), (float, 10**400), (int, 1.0),
        (int, MOST_WHOLE + 1), (str, 1), (bool, 0), (m.Vec3, [1, 2]), (m.Vec3, "abc"),
        (m.Vec3 | None, [1, 2, "3"]), (tuple[str, ...], ["a", 1]),
    ],
)  # fmt: skip
def test_a_value_that_does_not_fit_is_refused_in_one_short_line(hint, value):
    with pytest.raises(ValueError) as refusal:
        value_as(hint, value)
    assert len(str(refusal.value)) < 200 and "\n" not in str(refusal.value)


def test_parts_of_messages_are_read_with_their_own_fields():
    step = {"name": "a", "label": "A", "hint": "…", "state": "ready"}
    assert value_as(tuple[m.Step, ...], [step]) == (m.Step("a", "A", "…", "ready"),)
    for wrong in ({**step, "state": "open"}, {**step, "more": 1}, {"name": "a"}, []):
        with pytest.raises(ValueError):
            fields_as(m.Step, wrong)


def test_a_long_value_is_shown_short():
    assert len(shown("x" * 10_000)) < 50
