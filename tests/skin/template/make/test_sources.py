"""The stamp of the shipped template."""

from prehensile.skin.template.make.sources import sources_digest
from prehensile.skin.template.shipped import template


def test_the_shipped_file_is_of_these_sources() -> None:
    """Else run ``python tools/make_skin_template.py``."""
    assert template().sources == sources_digest()
