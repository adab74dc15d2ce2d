from prehensile.bench.skin.imported import RIGS, import_fit_mm


def test_both_rigs_fit_within_a_millimetre(reference_data):
    for rig, files in RIGS.items():
        for file in files:
            reference_data("hands", rig, file)
    found = import_fit_mm()
    assert found is not None
    assert found.keys() == RIGS.keys()
    assert 0 < max(found.values()) <= 1.0


def test_without_the_data_there_is_no_figure(monkeypatch, tmp_path):
    monkeypatch.setenv("PREHENSILE_DATA", str(tmp_path))
    assert import_fit_mm() is None
