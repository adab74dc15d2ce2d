"""How soft a hand is: joint compliances and reference trajectories from captured interaction.

Kry 2005, chapter 4: a hand that touches something bends by what its joints give way; where it would
have gone is extrapolated from how it came. Works on `capture.recording.recording.Recording`.
"""
