"""A page beside strangers."""

import pytest

from prehensile.bench.hardening import stage_attack
from prehensile.bench.stage.page import page_kb_gzip
from prehensile.errors import PrehensileError


def test_without_a_stage_every_figure_is_none_and_one_line_says_why(monkeypatch, capsys):
    def refuse(*words, **options):
        raise PrehensileError("the package uvicorn is missing: pip install 'prehensile[stage]'.")

    monkeypatch.setattr(stage_attack, "served", refuse)
    assert stage_attack.attacked(1.0) == {
        "stage_hz_quiet": None, "stage_hz_attacked": None, "stage_log_lines": None,
    }  # fmt: skip
    err = capsys.readouterr().err
    assert err.count("\n") == 1 and "prehensile[stage]" in err


@pytest.mark.long
def test_a_page_goes_on_watching_and_the_log_stays_short():
    if page_kb_gzip() is None:
        pytest.skip("the page is not built: make page")
    found = stage_attack.attacked(10.0, seed=5)
    assert set(found) == {"stage_hz_quiet", "stage_hz_attacked", "stage_log_lines"}
    # A busy machine draws fewer frames either way; an attack that works leaves one or two.
    assert 0.5 * found["stage_hz_quiet"] < found["stage_hz_attacked"] < 66
    assert found["stage_log_lines"] <= 10
