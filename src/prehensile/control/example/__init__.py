"""What one recording teaches, and the controller that replays it."""
