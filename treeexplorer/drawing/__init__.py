"""Trees as text and as figures: where every node stands, and what is written there at a step.

- What: :mod:`cards` has what is written at a node, :mod:`painter` what a step makes of it,
  :mod:`layout` where everything stands, :mod:`styled_text` the text in roles that a theme colours
  (:mod:`colours`).
- On a screen: :mod:`diagram` and :mod:`icicle`.
- In files: :mod:`figures` is shared by :mod:`svg` and :mod:`latex`; :mod:`page` is for a browser.
"""
