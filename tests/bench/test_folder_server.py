"""A folder on the web, for as long as somebody looks."""

from pathlib import Path
from urllib.error import HTTPError, URLError
from urllib.request import urlopen

import pytest

from prehensile.bench._folder_server import folder_served


def _got(url: str) -> bytes:
    with urlopen(url, timeout=60) as answer:
        return answer.read()


def test_files_are_served_those_of_other_folders_under_their_name(tmp_path: Path, capfd) -> None:
    page, other = tmp_path / "page", tmp_path / "other"
    for folder in (page, other):
        (folder / "deep").mkdir(parents=True)
    (page / "index.html").write_text("first", "utf-8")
    (page / "deep" / "a.txt").write_text("of the page", "utf-8")
    (other / "deep" / "a.txt").write_text("of the other", "utf-8")
    (tmp_path / "secret.txt").write_text("beside them", "utf-8")
    with folder_served(page, {"lib": other}) as url:
        assert _got(url) == b"first"
        assert _got(f"{url}deep/a.txt") == b"of the page"
        assert _got(f"{url}lib/deep/a.txt") == b"of the other"
        assert _got(url) == b"first", "what was asked for before does not matter"
        for outside in ("../secret.txt", "lib/../../secret.txt", "lib/secret.txt"):
            with pytest.raises(HTTPError, match="404"):
                _got(url + outside)
    with pytest.raises(URLError):
        _got(url)
    assert capfd.readouterr().err == ""
