"""What counts as nought, for compiled measures and their plain twin alike.

Compiled code in ``__pycache__`` keeps the old values: who changes one removes it.
"""

from prehensile.quality.measure.checked_contacts import UNIT_TOLERANCE as UNIT_TOLERANCE

FLAT = 1e-9
"""Smallest over largest singular value below which wrenches do not span all of space"""
FLATTISH = 1e-3
"""The same, below which squared wrenches have lost too many digits"""
AWAY = 1e-8
"""Distance over the largest wrench above which two things are apart"""
NO_NUMBER, NO_UNIT = 1, 2
"""What a kernel answers to contacts that are not finite, or whose normal is not of unit length"""
