"""Colour of fingertips: blood that is pressed away and comes back (Andrews 2014, chapter 5)."""
