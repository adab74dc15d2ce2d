"""XML of strangers."""

from xml.parsers.expat import ExpatError

import pytest

from prehensile.errors import InputError
from prehensile.files import xml_tree
from prehensile.files.xml_tree import MAX_DEPTH, parse_xml


def test_a_tree_with_prefixes_as_they_are():
    root = parse_xml(b'<robot xmlns:a="x"><a:b c="1&amp;2"/><d:e/>text</robot>')
    assert root.tag == "robot" and [child.tag for child in root] == ["a:b", "d:e"]
    assert root[0].attrib == {"c": "1&2"} and root[1].tail == "text"


def test_another_encoding_is_read_and_what_is_none_is_not():
    assert parse_xml('<?xml version="1.0" encoding="latin-1"?><é/>'.encode("latin-1")).tag == "é"
    with pytest.raises(ExpatError):
        parse_xml(b'<body name="\xff\xfe"/>')


@pytest.mark.parametrize(
    "data", [b"", b"hello", b"<a>", b"<a></b>", b"<a/><b/>", b'<a b="1" b="2"/>']
)
def test_what_is_no_xml_is_refused(data):
    with pytest.raises(ExpatError):
        parse_xml(data)


def test_bombs_are_refused(monkeypatch):
    laughs = b'<!DOCTYPE a [<!ENTITY b "ha">]><a>&b;</a>'
    with pytest.raises(InputError, match="entities"):
        parse_xml(laughs)
    with pytest.raises(InputError, match="entities"):
        parse_xml(b'<!DOCTYPE a [<!ENTITY b SYSTEM "/etc/passwd">]><a>&b;</a>')
    assert parse_xml(b"<a>" * MAX_DEPTH + b"</a>" * MAX_DEPTH).tag == "a"
    with pytest.raises(InputError, match="500 inside one another"):
        parse_xml(b"<a>" * 1_000_000)
    monkeypatch.setattr(xml_tree, "MAX_ELEMENTS", 10)
    with pytest.raises(InputError, match="more than 10 elements"):
        parse_xml(b"<a>" + b"<b/>" * 10 + b"</a>")
