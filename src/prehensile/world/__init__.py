"""Objects, scenes, and the one place where anything is simulated."""
