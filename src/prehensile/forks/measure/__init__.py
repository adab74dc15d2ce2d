"""How far off, how fast."""
