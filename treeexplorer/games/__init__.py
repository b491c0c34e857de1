"""Trees from games: the rules of some, and what grows trees from them.

A game of your own takes a page of code: ``treeexplorer game --template`` prints one to begin with.
It is opened with ``treeexplorer game my_game.py:Game`` and checked by :func:`check_game`.
"""
