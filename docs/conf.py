"""Sphinx configuration."""

import re
from pathlib import Path

_version_file = Path(__file__).parent.parent / "src" / "prehensile" / "_version.py"

project = "Prehensile"
author = "the Prehensile authors"
copyright = "the Prehensile authors"
release = re.findall(r'__version__ = "(.+)"', _version_file.read_text("utf-8"))[0]

extensions = ["myst_parser"]
myst_enable_extensions = ["colon_fence", "deflist", "dollarmath"]
myst_heading_anchors = 3
exclude_patterns = ["_build"]

html_theme = "furo"
html_title = f"Prehensile {release}"
