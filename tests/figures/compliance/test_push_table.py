"""Table 4.4, from short sessions of the lab."""

import pytest
from tests.figures.test_ik import assert_drawn

from prehensile.bench.compliance.tip_errors import PushJudged
from prehensile.figures.compliance import push_table


def test_every_row_has_both_tasks(monkeypatch, tmp_path) -> None:
    pytest.importorskip("matplotlib")
    table = dict.fromkeys(push_table.ROWS, 1.0)
    del table["k_G held"]
    monkeypatch.setattr(push_table, "session", lambda task, count: task)
    monkeypatch.setattr(push_table, "told", lambda task: type("Told", (), {"estimate": task}))
    monkeypatch.setattr(push_table, "judged_push", lambda *_: PushJudged(0.1, 0.1, 0.1, table))
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
