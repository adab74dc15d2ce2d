"""Tables of numbers, as spreadsheets of several countries write them."""

import numpy as np
import pytest

from prehensile.errors import FileError
from prehensile.files import table
from prehensile.files.table import read_table


@pytest.mark.parametrize("separator", [",", ";", "\t"])
@pytest.mark.parametrize("start", ["", "\ufeff"])
def test_columns_by_name(tmp_path, separator, start):
    rows = [["time", " index "], ["0", "1.5"], ["0.5", "-2e-3"]]
    text = "\r\n".join(separator.join(row) for row in rows) + "\r\n\r\n"
    (tmp_path / "a.csv").write_bytes((start + text).encode())
    found = read_table(tmp_path / "a.csv")
    assert list(found) == ["time", "index"]
    np.testing.assert_array_equal(found["index"], [1.5, -2e-3])


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("\n\n", "it is empty"),
        ("a,b\n", "no frame"),
        ("a,b\n1,2\n1\n", "line 3 has 1 cells, expected 2"),
        ("a,a\n1,2\n", "two columns have the same name"),
        ("a,b\n1,two\n", r"not a table of numbers, or damaged \(.*'two'"),
    ],
)
def test_what_is_no_table_is_one_line(tmp_path, text, reason):
    (tmp_path / "a.csv").write_text(text)
    with pytest.raises(FileError, match=reason) as caught:
        read_table(tmp_path / "a.csv")
    assert "\n" not in str(caught.value) and "a.csv" in str(caught.value)


def test_a_table_that_would_fill_the_memory_is_refused(tmp_path, monkeypatch):
    monkeypatch.setattr(table, "MAX_VALUES", 1)
    (tmp_path / "a.csv").write_text("a,b\n1,2\n")
    with pytest.raises(FileError, match="more than 1 numbers"):
        read_table(tmp_path / "a.csv")
