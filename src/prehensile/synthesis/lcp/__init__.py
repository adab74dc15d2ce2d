"""Linear complementarity problems: w = M z + q, w ≥ 0, z ≥ 0, wᵀz = 0."""
