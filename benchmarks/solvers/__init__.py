"""Every backend on forty problems: squares, variants, models and objectives."""
