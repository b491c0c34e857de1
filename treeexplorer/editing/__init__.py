"""Edits trees as text: ``text`` is a file's text, ``history`` its undo, ``recovery`` keeps it."""
