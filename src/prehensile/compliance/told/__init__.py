"""What comes of an estimate: the reference trajectory and the report."""
