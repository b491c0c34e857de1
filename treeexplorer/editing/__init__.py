"""Edits trees: :mod:`changes` of :mod:`pieces` of a tree, their :mod:`history`, and :mod:`saving`.

Claims travel beside their tree; :mod:`recovery` keeps what was not saved.
"""
