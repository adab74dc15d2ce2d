"""Where to put the hand: geometry only, no physics."""
