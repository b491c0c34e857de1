"""The only place where numbers and windows become words: facts, sentences, snapshots.

- :mod:`snapshot`: everything that a step shows, as one plain value.
- :mod:`facts`: every claim about a step or a node, typed, true whatever the unread leaves hold.
- :mod:`sentences` tell a step, :mod:`why` a node, from facts; :mod:`words` are their parts.
- :mod:`differences` between two searches, :mod:`comparing` many; :mod:`forms`: what is peculiar
  about a printed form.
"""
