"""What became of a clip: held, kept, carried, turned, put down; how good its grasp was."""
