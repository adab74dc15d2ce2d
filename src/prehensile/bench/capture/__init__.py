"""What `capture` reaches, on recordings whose truth is known."""
