"""What scenes say at their end, judged from what they show."""
