"""What a person would see of a candidate, known before it is tried."""
