"""Mutants of the code that judges."""
