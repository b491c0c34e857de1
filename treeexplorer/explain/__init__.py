"""The only place where numbers and windows become words: sentences, snapshots.

- :mod:`snapshot`: everything that a step shows, as one plain value.
- :mod:`sentence`: a sentence as data; :mod:`templates`: the one table of all that is said.
- :mod:`sentences` tell a step, :mod:`why` a node, :mod:`judged` a claim; :mod:`words` are their
  parts.
- :mod:`paper`: what is written at each node, with its mark.
- :mod:`hints`: where to look, and what was written instead, on a worksheet and in practise.
- :mod:`comparing`: two searches or many side by side.
"""
