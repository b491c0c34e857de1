"""Trees as text: where every node stands, and what is written there at a step of a search.

:mod:`items` says what is drawn, :mod:`layout` where, by :mod:`tidy` or :mod:`slots`;
:mod:`labels` and :mod:`texts` say what is written, :mod:`moment` what a step makes of it, from what
:mod:`knowledge` has found. :mod:`diagram`, :mod:`outline` and :mod:`overview` put it together as
:mod:`runs` of styled text.
"""
