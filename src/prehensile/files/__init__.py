"""File formats as they are: bytes in, arrays out, never trusting a size. Knows no hand."""

from prehensile.files.opened import opened as opened
