"""What all commands share: options, errors, progress, who is dressed."""
