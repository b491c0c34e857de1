"""A person's paper: checked, filled in as a worksheet, practised step by step."""
