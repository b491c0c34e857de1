"""The only place where numbers and windows become words: facts, sentences, snapshots.

- :mod:`snapshot`: everything that a step shows, as one plain value.
- :mod:`facts`: every claim about a step or a node, typed, true whatever the unread leaves hold.
- :mod:`sentences` tell a step, and why a node had a cut-off, from facts; :mod:`words` are their
  parts.
- :mod:`comparing`: two searches or many side by side.
"""
