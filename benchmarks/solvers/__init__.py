"""All backends on forty problems: squares, variants, models and objectives."""
