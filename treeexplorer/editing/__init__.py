"""Edits trees as text: a :mod:`draft` of a tree, its :mod:`changes`, the :mod:`file` with them all.

:mod:`matching` finds a node again in another version, :mod:`recovery` keeps what was not saved.
"""
