"""The same hands, told what to do step by step."""
