"""Edits trees as text: :mod:`text` is a file's text with its undo, :mod:`recovery` keeps it."""
