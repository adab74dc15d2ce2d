"""What a play takes from clips and recordings, and how what it makes is judged."""
