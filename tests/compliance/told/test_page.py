"""Nothing that a file says becomes markup."""

from prehensile.compliance.told.page import figure_html, note_html, page_html, table_html

EVIL = '<script>alert("x")</script>'


def test_names_are_escaped() -> None:
    made = [table_html((EVIL,), [(EVIL,)]), figure_html("<svg></svg>", EVIL), note_html(EVIL)]
    assert "<script" not in page_html(EVIL, made)
