"""The colour of fingertips as a dress wears it."""

from prehensile.skin.dress import Dress

SKIN_DRESS = Dress()
"""What is worn where nothing else is asked for: our own skin."""
