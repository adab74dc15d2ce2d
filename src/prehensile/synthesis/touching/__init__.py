"""What a collision engine finds, made into few contacts of every two things."""
