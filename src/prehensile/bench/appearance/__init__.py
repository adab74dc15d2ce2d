"""How well fingertips are coloured."""
