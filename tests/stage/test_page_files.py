"""The files of the built page, and nothing beside them."""

import os

import pytest

from prehensile.errors import FileError
from prehensile.stage.page_files import check_page, page_file


def test_a_file_has_its_address_and_type(page_folder):
    found = page_file("assets/main.js", page_folder)
    assert found is not None and found.media_type.startswith("text/javascript")
    assert found.data == found.path.read_bytes() == b"export {};"


def test_a_page_that_was_built_anew_is_read_anew(tmp_path):
    for k, text in enumerate(("old", "new")):
        (tmp_path / "index.html").write_text(text)
        os.utime(tmp_path / "index.html", (k, k))
        found = page_file("index.html", tmp_path)
        assert found is not None and found.data == text.encode()


@pytest.mark.parametrize(
    "address", ["", "../secret.html", "assets", "notes.txt", "/index.html", "assets/../index.html"]
)
def test_nothing_else_can_be_fetched(page_folder, address):
    assert page_file(address, page_folder) is None


def test_a_link_out_of_the_folder_is_not_followed(tmp_path):
    (tmp_path / "outside.html").write_text("secret")
    page = tmp_path / "page"
    page.mkdir()
    (page / "index.html").symlink_to(tmp_path / "outside.html")
    assert page_file("index.html", page) is None


def test_a_page_that_was_not_built_says_what_to_do(page_folder, tmp_path):
    check_page(page_folder)
    with pytest.raises(FileError, match="make page"):
        check_page(tmp_path)
