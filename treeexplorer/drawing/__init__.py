"""Trees as text and as figures: where every node stands, and what is written there at a step.

:mod:`layout` says what is drawn and where, :mod:`placement` how columns are found, :mod:`cards`
what is written at a node; :mod:`diagram`, :mod:`outline` and :mod:`icicle` paint it as
:mod:`runs` of text, whose looks :mod:`palette` has. :mod:`svg`, :mod:`latex` and :mod:`page` write
the same as files; what they share is in :mod:`figures` and :mod:`lettering`.
"""
