"""The complementarity problem of a step, put together from everything that moves contacts."""
