"""Text that lz-string packed (``compressToBase64``), as the recorder of Leap's frames writes it.

The published algorithm: a stream of codes, each as many bits as the dictionary needs, the lowest
bit first. Code 0 brings a new letter of 8 bits, 1 one of 16, 2 ends the text, any other repeats an
entry; every code behind the first adds what was said last and one letter more to the dictionary.
"""

import base64
import binascii
import re

import numpy as np

from prehensile.errors import InputError

MOST_LETTERS = 512 * 1024**2
"""of a text: a minute of Leap's frames has thirty million"""
_LETTER, _WIDE_LETTER, _END = 0, 1, 2


def unpack_lz_string(packed: bytes) -> str:
    """The text that was packed, from its base64 form.

    Raises:
        InputError: not base64, not such a stream, cut short, or of a text that is far too long.
    """
    bits = _Bits(packed)
    kind = bits.read(2)
    if kind == _END:
        return ""
    if kind not in (_LETTER, _WIDE_LETTER):
        raise InputError("it is not a text that lz-string packed")
    last = bits.letter(kind)
    words = ["", "", "", last]
    said, total, width, room = [last], 1, 3, 4
    while True:
        code = bits.read(width)
        if code == _END:
            return _unicode("".join(said))
        if code in (_LETTER, _WIDE_LETTER):
            words.append(bits.letter(code))
            code = len(words) - 1
            room -= 1
        if room == 0:
            room, width = 2**width, width + 1
        if code < len(words):
            word = words[code]
        elif code == len(words):
            word = last + last[0]
        else:
            raise InputError("it repeats what it has not said: it is damaged")
        said.append(word)
        total += len(word)
        if total > MOST_LETTERS:
            raise InputError(f"it unpacks to more than {MOST_LETTERS} letters")
        words.append(last + word[0])
        room -= 1
        if room == 0:
            room, width = 2**width, width + 1
        last = word


class _Bits:
    """A stream of bits, and how far it was read."""

    def __init__(self, packed: bytes):
        text = packed.strip().rstrip(b"=")
        if not re.fullmatch(rb"[A-Za-z0-9+/]+", text):
            raise InputError("it is not the base64 text that lz-string writes")
        try:
            data = base64.b64decode(text + b"A" * (-len(text) % 4))
        except binascii.Error:
            raise InputError("it is not the base64 text that lz-string writes") from None
        self._bits = (np.unpackbits(np.frombuffer(data, np.uint8)) + ord("0")).tobytes().decode()
        self._at = 0

    def read(self, width: int) -> int:
        """The next number of so many bits."""
        piece = self._bits[self._at : self._at + width]
        if len(piece) < width:
            raise InputError("it is cut short")
        self._at += width
        return int(piece[::-1], 2)

    def letter(self, kind: int) -> str:
        """The new letter that a code announces."""
        return chr(self.read(8 if kind == _LETTER else 16))


def _unicode(text: str) -> str:
    """Letters are halves of pairs beyond the first 65536 of Unicode."""
    return text.encode("utf-16-le", "surrogatepass").decode("utf-16-le", "replace")
