import numpy as np
import pytest
from tests.motion.marked_hand import MarkedHand
from tests.motion.marker_tables import motive, plain, vicon

from prehensile.errors import FileError, InputError
from prehensile.motion.mocap.tables.marker_csv import parse_marker_csv, read_marker_csv

MARKED = MarkedHand(frames=5)
TABLES = {
    "plain": plain(MARKED.names, MARKED.points),
    "vicon": vicon(MARKED),
    "motive": motive(MARKED),
}


@pytest.mark.parametrize(("kind", "metres"), [("plain", None), ("vicon", 1e-3), ("motive", 1.0)])
def test_every_maker_s_table_is_read(kind, metres):
    table = parse_marker_csv(TABLES[kind].encode())
    named = [name.removeprefix("anna:") for name in table.names]
    own = [named.index(name) for name in MARKED.names]
    scale = 1.0 if kind == "motive" else 1e-3
    np.testing.assert_allclose(scale * table.points[:, own], MARKED.points, atol=1e-4)
    assert table.metres == metres
    assert table.rate_hz == pytest.approx(100)
    assert len(named) == len(MARKED.names) + (kind == "motive")


def test_blank_cells_are_hidden_and_units_in_names_count():
    table = parse_marker_csv(b"a x [mm];a y [mm];a z [mm]\n1;2;3\n;;\n4;5;6\n")
    assert table.metres == 1e-3 and table.names == ("a",) and table.rate_hz is None
    assert np.isnan(table.points[1]).all() and (table.points[2] == [[4, 5, 6]]).all()
    with pytest.raises(InputError, match="--rate"):
        table.recording(1.0, None)


@pytest.mark.parametrize(
    "text",
    ["", "a,b\n1,2\n", "a_x,a_y,a_z\n", "a_x,a_y,a_z\n1,2,x\n", "time,index_mcp_flex\n0,1\n"],
)
def test_what_is_no_such_table_is_one_line(tmp_path, text):
    (tmp_path / "a.csv").write_text(text)
    with pytest.raises(FileError) as error:
        read_marker_csv(tmp_path / "a.csv")
    assert "\n" not in str(error.value)
