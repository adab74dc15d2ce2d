"""The built page: how heavy it is, and how much it works for a frame."""

import gzip
from importlib import resources
from pathlib import Path

from prehensile.bench._browser import open_page, wait_until

PATIENCE, MEASURE = 30.0, 6.0
"""[s] until the first frames are drawn, and after that"""
DRAWS = "(window.__prehensile?.stats?.().frames ?? 0) > 3"


def page_kb_gzip() -> float | None:
    """[kB] all files of the page, each compressed; None if it is not built."""
    folder = Path(str(resources.files("prehensile"))) / "stage" / "static"
    if not (folder / "index.html").is_file():
        return None
    files = [p for p in folder.rglob("*") if p.is_file()]
    return sum(len(gzip.compress(p.read_bytes(), 9)) for p in files) / 1000


def js_ms_per_frame(url: str) -> float | None:
    """[ms] of script per drawn frame, as the page counts it; None without a browser to ask."""
    with open_page(url) as page:
        if page is None:
            return None
        wait_until(page, DRAWS, PATIENCE)
        page.wait_for_timeout(1000 * MEASURE)
        found = page.evaluate("window.__prehensile?.stats?.().jsMsPerFrame")
    return None if found is None else float(found)
