"""Your arm: fingers for a wrist path that is given."""
