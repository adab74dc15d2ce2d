"""Records of long runs."""

import json

from prehensile.bench.hardening import records
from prehensile.bench.hardening.records import record, total


def test_a_record_is_found_by_its_name(tmp_path, monkeypatch):
    monkeypatch.setattr(records, "FOLDER", tmp_path)
    assert record("fuzz") is None
    (tmp_path / "fuzz.json").write_text(json.dumps({"mutations": 7}))
    assert record("fuzz") == {"mutations": 7}


def test_what_was_not_counted_makes_no_sum():
    assert total(1, 2) == 3 and total(0, 0) == 0
    assert total(1, None) is None and total(None) is None
