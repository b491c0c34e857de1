"""Explore game trees: read them, search them, see every window and every cut-off."""
