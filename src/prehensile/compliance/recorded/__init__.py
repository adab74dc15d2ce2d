"""A recording as the estimators read it: angles, forces and contacts on one clock."""
