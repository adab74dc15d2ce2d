"""Which seeds of recordings were looked at, and which are for the record alone."""

DEVELOPED, JUDGED = range(20), range(1000, 1020)
"""Constants were chosen on the first; the second are judged once."""
