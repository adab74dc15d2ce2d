from dataclasses import replace

from prehensile.skin.imported.report import ImportReport

REPORT = ImportReport(
    file="hand.glb",
    side="left",
    source_triangles=900,
    triangles=900,
    fit_mm={"wrist": 0.1, "thumb-tip": 0.9, "ring-finger-tip": 0.2},
    nails="by place",
    pictures=(),
    repairs=("weights were normalised",),
    notes=("2 joints are folded",),
)


def test_the_worst_joint_and_the_middle_one_are_told() -> None:
    assert REPORT.max_fit_mm == 0.9 and REPORT.median_fit_mm == 0.2
    assert "joints within 0.90 mm of ours (thumb-tip; median 0.20 mm)" in REPORT.lines()


def test_repairs_and_notes_have_a_line_each() -> None:
    assert REPORT.lines()[-2:] == ["repaired: weights were normalised", "note: 2 joints are folded"]


def test_a_finer_mesh_is_told() -> None:
    assert REPORT.lines()[0] == "hand.glb: a left hand, 900 triangles"
    finer = replace(REPORT, triangles=3600)
    assert finer.lines()[0].endswith("900 triangles, drawn with 3600")
