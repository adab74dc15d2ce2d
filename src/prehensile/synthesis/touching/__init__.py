"""What a collision engine finds, made into few contacts: the deepest of every two things."""
