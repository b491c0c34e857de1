"""One screen a module: its layout, its keys and what they do."""
