"""The skin of a hand: its surface, how it bends, what mechanics adds, how it is painted."""
