"""Who comes in, and how many: before anything of the Stage is shown."""
