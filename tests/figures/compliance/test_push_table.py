"""Table 4.4, from short sessions of the lab."""

import pytest
from tests.figures.test_ik import assert_drawn

from prehensile.figures.compliance import push_table


def test_every_row_has_both_tasks(monkeypatch, tmp_path) -> None:
    table = dict.fromkeys(push_table.ROWS, 1.0)
    del table["k_G held"]
    monkeypatch.setattr(push_table, "task_rows", lambda task: table)
    rows = []
    monkeypatch.setattr(
        push_table, "draw_table", lambda path, title, head, lines, note: rows.extend(lines)
    )
    push_table.draw_push_table(tmp_path / "table.png")
    assert len(rows) == len(push_table.ROWS) and {len(row) for row in rows} == {5}
    assert rows[1] == ["m [g]", "1000.0", "16.9", "1000.0", "18.1"]
    assert rows[6][1] == "–"


@pytest.mark.long
def test_the_table_is_drawn(tmp_path) -> None:
    pytest.importorskip("matplotlib")
    assert_drawn(push_table.draw_push_table(tmp_path / "table.png"))
