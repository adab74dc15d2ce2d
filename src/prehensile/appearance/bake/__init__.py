"""Where a model lies on a hand's pictures."""
