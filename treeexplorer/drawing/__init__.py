"""Trees as text and as figures: where every node stands, and what is written there at a step.

:mod:`cards` says what is written at a node, :mod:`layout` what is drawn and where; :mod:`diagram`,
:mod:`outline` and :mod:`icicle` paint it as :mod:`runs` of text, whose looks :mod:`palette` has.
:mod:`svg`, :mod:`latex` and :mod:`page` write the same as files; what they share is in
:mod:`figures`.
"""
