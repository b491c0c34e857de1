"""Changes trees: edits, their history, what they did to the search, and saving them.

An edit is a :mod:`change` of runs of nodes, the :mod:`pieces`; :mod:`nodes`, :mod:`shape` and
:mod:`typed` make them, :mod:`history` keeps them, :mod:`matching` finds nodes again in another
version. :mod:`wording` writes what was edited into the author's own text, :mod:`document` saves it,
and :mod:`recovery` keeps what was not saved.
"""
