"""Where markers are: as the stream says, or an error in one line."""

from dataclasses import replace

import numpy as np
import pytest
from tests.compliance.recorded.marker_session import marked

from prehensile.compliance.recorded.marker_places import marker_places
from prehensile.errors import InputError, PrehensileError


def told(places):
    made = marked(seconds=0.5)
    return replace(made.stream, sensor={"places": places}, flags=None), made


def test_places_are_as_the_stream_says() -> None:
    rows = {"palm_wrist_thumb": ["wrist", 0.01, 0.02, 0.03]}
    stream, made = told(rows)
    hand, glued = marker_places(stream, made.hand)
    assert hand is made.hand and list(glued) == list(rows)
    assert glued["palm_wrist_thumb"].segment == "wrist" and glued["palm_wrist_thumb"].slip == 0
    assert np.array_equal(glued["palm_wrist_thumb"].point, [0.01, 0.02, 0.03])


@pytest.mark.parametrize(
    "row", [["wrist", 1.0, 2.0], ["wrist", 0, 0, 5.0], ["wrist", "a", 0, 0], 3, ["hoof", 0, 0, 0]]
)
def test_places_that_are_none_are_refused(row) -> None:
    stream, made = told({"palm_wrist_thumb": row})
    with pytest.raises(PrehensileError):
        marker_places(stream, made.hand)


def test_names_that_tell_nothing_are_refused() -> None:
    made = marked(seconds=0.5)
    names = tuple(f"m{k}" for k in range(len(made.stream.channels)))
    stream = replace(made.stream, channels=names, flags=None)
    with pytest.raises(InputError, match="names tell no segment"):
        marker_places(stream, made.hand)
