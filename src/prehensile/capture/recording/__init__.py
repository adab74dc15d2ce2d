"""What a recording is: streams, clocks, contacts, and their file."""
