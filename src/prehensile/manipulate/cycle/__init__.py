"""One cycle of approach, actuate and release: what the hand does, and what it is worth."""
