"""Where a hand's segments are, and how points on them move."""
