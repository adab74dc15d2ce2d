import numpy as np
import pytest

from prehensile.errors import FileError
from prehensile.motion.mocap.qualisys_tsv import read_qualisys_tsv

HEADER = "NO_OF_FRAMES\t2\nFREQUENCY\t100\nDESCRIPTION\t--\nMARKER_NAMES\ta\tb\n"
TITLES = "Frame\tTime\ta X\ta Y\ta Z\tb X\tb Y\tb Z\t\n"


def write(tmp_path, text):
    path = tmp_path / "take.tsv"
    path.write_text(text)
    return path


@pytest.mark.parametrize("titles", [True, False])
def test_values_gaps_and_rate(tmp_path, titles):
    lead = ("1\t0.00\t", "2\t0.01\t") if titles else ("", "")
    text = HEADER + TITLES * titles
    text += f"{lead[0]}1\t2\t3\t0\t0\t0\n{lead[1]}4\t5\t6\t\t\t\n"
    read = read_qualisys_tsv(write(tmp_path, text))
    assert read.names == ("a", "b") and read.rate_hz == 100
    np.testing.assert_allclose(read.points[:, 0], [[1e-3, 2e-3, 3e-3], [4e-3, 5e-3, 6e-3]])
    assert np.isnan(read.points[:, 1]).all()
    assert read_qualisys_tsv(write(tmp_path, text), rate_hz=200).rate_hz == 200


@pytest.mark.parametrize(
    ("text", "word"),
    [
        ("", "empty"),
        ("\n\n", "empty"),
        ("1\t2\t3\n", "MARKER_NAMES"),
        ("a table of\tsomething else\n", "MARKER_NAMES"),
        (HEADER, "no frames"),
        (HEADER.replace("100", "0") + "1\t2\t3\t4\t5\t6\n", "frame rate is 0 Hz"),
        (HEADER.replace("100", "fast") + "1\t2\t3\t4\t5\t6\n", "FREQUENCY holds 'fast'"),
        (HEADER + "1\t2\t3\t4\t5\t6\n1\t2\t3\n", "row 2 of 2 has 3 coordinates"),
        (HEADER + "1\t2\t3\t4\tfive\t6\n", "'five'"),
        (HEADER.replace("a\tb", "a\ta") + "1\t2\t3\t4\t5\t6\n", "twice"),
    ],
)
def test_bad_files_are_one_line(tmp_path, text, word):
    with pytest.raises(FileError, match=word) as caught:
        read_qualisys_tsv(write(tmp_path, text))
    assert "\n" not in str(caught.value) and "take.tsv" in str(caught.value)


def test_a_real_file(reference_data):
    """Its description: 6000 frames at 100 Hz, 21 markers, at most 8.2 % hidden."""
    read = read_qualisys_tsv(reference_data("motion", "dfki_markers", "recording.tsv"))
    assert read.points.shape == (6000, 21, 3) and read.rate_hz == 100
    hidden = dict(zip(read.names, (~read.seen).sum(0), strict=True))
    assert hidden["thumb_tip"] == 493 and sum(hidden.values()) == 493 + 42 + 78
    # The three markers of the plate on the hand keep their distances.
    a, b = read.names.index("hand_top"), read.names.index("hand_left")
    assert np.std(np.linalg.norm(read.points[:, a] - read.points[:, b], axis=-1)) < 2e-4
