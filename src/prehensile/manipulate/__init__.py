"""Turning and reorienting things in the hand: three-phase policies (Andrews 2014, chapter 3)."""
