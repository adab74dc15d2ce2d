"""The whole graph at once: compliance, equilibrium, modes."""
