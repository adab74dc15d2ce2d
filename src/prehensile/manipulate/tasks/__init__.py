"""What is to be done with a thing in the hand, one file a task."""
