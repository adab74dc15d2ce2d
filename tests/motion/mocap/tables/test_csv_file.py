import numpy as np
import pytest
from tests.motion.marked_hand import MarkedHand
from tests.motion.marker_tables import plain, vicon

from prehensile.errors import PrehensileError
from prehensile.motion.mocap.options import Options
from prehensile.motion.mocap.tables import csv_file


@pytest.fixture
def seen(monkeypatch):
    """What would be fitted: fits have tests of their own."""
    calls = []

    def note(recording, chosen):
        calls.append(recording)
        raise InterruptedError

    monkeypatch.setattr(csv_file, "imported_markers", note)
    return calls


@pytest.mark.parametrize(("unit", "rate"), [(1e3, None), (100.0, None), (1.0, None)])
def test_markers_are_told_by_their_names_and_their_unit_by_the_hand(tmp_path, seen, unit, rate):
    marked = MarkedHand(frames=4)
    (tmp_path / "a.csv").write_text(plain(marked.names, marked.points, unit))
    with pytest.raises(InterruptedError):
        csv_file.import_file(tmp_path / "a.csv", Options(rate_hz=rate))
    np.testing.assert_allclose(seen[0].points, marked.points, atol=1e-4)


def test_a_unit_that_the_file_says_is_believed(tmp_path, seen):
    marked = MarkedHand(frames=4)
    (tmp_path / "a.csv").write_text(vicon(marked, unit=2e3))
    with pytest.raises(InterruptedError):
        csv_file.import_file(tmp_path / "a.csv", Options())
    np.testing.assert_allclose(seen[0].points, 2 * marked.points, atol=1e-4)


def test_angles_are_read_as_before(tmp_path, seen):
    (tmp_path / "a.csv").write_text(
        "time,index_mcp_flex_deg,forearm_x_m,forearm_y_m,forearm_z_m\n0,10,0,0,0\n0.1,20,0,0,0\n"
    )
    found = csv_file.import_file(tmp_path / "a.csv", Options())
    assert found.report["format"].startswith("joint angles") and not seen
    (tmp_path / "b.csv").write_text("time,foo\n0,1\n")
    with pytest.raises(PrehensileError, match="foo"):
        csv_file.import_file(tmp_path / "b.csv", Options())
