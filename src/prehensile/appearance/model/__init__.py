"""A fingertip's colour as a function of what presses on its pad."""
