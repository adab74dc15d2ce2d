"""Against texts that lz-string itself packed, and its algorithm read backwards."""

import base64

import pytest

from prehensile.errors import InputError
from prehensile.files.lz_string import unpack_lz_string

PACKED = {
    "": "Q===",
    "hello": "BYUwNmD2Q===",
    "Hello, world!": "BIUwNmD2A0AEDukBOYAmBCIA",
    "nnnnnnnnnnnnnnnn13": "HY1/AjAzEA",
    "qqqqqqqqqqqqqqqqqq16": "I41+gjAbEA",
    "theorem checked : True := by trivial\n": (
        "C4Cwpg9gTmC2AEBjciDWYAm8Bc8AqUArmDgLzwBGAnvMFAJYBu9AhgDYBQQA"
    ),
}


@pytest.mark.parametrize("text", PACKED)
def test_known_texts_are_unpacked(text):
    assert unpack_lz_string(PACKED[text].encode()) == text


def pack(text: str) -> bytes:
    """The published packer, on a list of bits."""
    bits: list[int] = []

    def put(value: int, width: int) -> None:
        bits.extend(value >> k & 1 for k in range(width))

    known: dict[str, int] = {}
    fresh: set[str] = set()
    word, room, size, width = "", 2, 3, 2

    def say(word: str) -> None:
        nonlocal room, width
        if word in fresh:
            wide = ord(word[0]) >= 256
            put(int(wide), width)
            put(ord(word[0]), 16 if wide else 8)
            grow()
            fresh.discard(word)
        else:
            put(known[word], width)
        grow()

    def grow() -> None:
        nonlocal room, width
        room -= 1
        if room == 0:
            room, width = 2**width, width + 1

    for letter in text:
        if letter not in known:
            known[letter], size = size, size + 1
            fresh.add(letter)
        if word + letter in known:
            word += letter
        else:
            say(word)
            known[word + letter], size = size, size + 1
            word = letter
    if word:
        say(word)
    put(2, width)
    bits += [0] * (-len(bits) % 8 or 0)
    data = bytes(int("".join(map(str, bits[k : k + 8])), 2) for k in range(0, len(bits), 8))
    return base64.b64encode(data)


def test_the_packer_of_this_test_is_the_published_one():
    for text, packed in PACKED.items():
        own, theirs = (p.rstrip("=").rstrip("A") for p in (pack(text).decode(), packed))
        assert own == theirs or not text


def test_long_and_odd_texts_come_back(rng):
    letters = [*"abc,[]0123456789 é世\n"]
    for size in (1, 2, 3, 50, 3000):
        text = "".join(rng.choice(letters, size))
        assert unpack_lz_string(pack(text)) == text


@pytest.mark.parametrize("damaged", [b"", b"no base64!", b"BIUwNmD2A0AE", b"/////", b"AAAA"])
def test_damage_is_one_line(damaged):
    with pytest.raises(InputError) as error:
        unpack_lz_string(damaged)
    assert "\n" not in str(error.value)
