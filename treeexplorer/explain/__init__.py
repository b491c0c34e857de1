"""The only place where numbers and windows become words: sentences, snapshots.

- :mod:`sentence`: a sentence as data; :mod:`phrases`: its parts, such as bounds and lists of nodes.
- :mod:`steps` tell each step, with :mod:`cut_offs`, :mod:`returns` (what a node returns) and
  :mod:`endings`; :mod:`why` tells what became of a node.
- :mod:`judged`: what is said of a claim; :mod:`verdict`: of a whole paper; :mod:`hints`: where to
  look, and what was written instead.
- :mod:`paper`: what is written at each node, with its mark.
- :mod:`rules_in_words`: rules, and where two sets of them differ.
- :mod:`comparing`: two searches or many side by side.
- :mod:`snapshot`: everything that a step shows, as one plain value.
"""
