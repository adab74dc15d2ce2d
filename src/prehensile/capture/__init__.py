"""Interaction capture: motion and force together, synchronised, calibrated, kept.

A `Recording` holds any number of streams, each by its own clock; sensors turn what they read into
newtons and radians; the virtual lab makes recordings whose truth is known.
"""
