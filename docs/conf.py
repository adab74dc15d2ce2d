"""Sphinx configuration."""

import re
import sys
from pathlib import Path

_version_file = Path(__file__).parent.parent / "src" / "prehensile" / "_version.py"

project = "Prehensile"
author = "the Prehensile authors"
copyright = "the Prehensile authors"
release = re.findall(r'__version__ = "(.+)"', _version_file.read_text("utf-8"))[0]

sys.path.insert(0, str(Path(__file__).parent))  # api_reference.py
extensions = ["myst_parser", "api_reference"]
myst_enable_extensions = ["colon_fence", "deflist", "dollarmath"]
myst_heading_anchors = 3
exclude_patterns = ["_build"]

autodoc_member_order = "bysource"
autodoc_preserve_defaults = True
add_module_names = False
python_use_unqualified_type_names = True
toc_object_entries = False
suppress_warnings = ["ref.python"]  # a short name that several classes have is no link
default_role = "py:obj"  # `Name` in a docstring is a link where there is such a name

html_theme = "furo"
html_title = f"Prehensile {release}"
