"""A student's first hour."""

from __future__ import annotations

from typing import Final

_STUDENT: Final = """\
A first hour

1. The first examples. Without a file, treeexplorer opens its gallery: the examples there are in
   the order in which they are best read, and their notes say what to press. The first one asks
   which of its leaves need not be read, and says beside the tree how the screen is read.

   - space goes on by one node, backspace back; c goes to the next cut-off. The window on each
     edge says what is still possible there, and narrows.
   - At a cut-off the bar has the test with its numbers; below it stands who has what, and what is
     pruned. y says more. w turns a leaf that was pruned: what follows, what stands still?
   - i looks around with the arrows: each node is shown at its own step. esc goes back.
   - end goes to the end of the search: = is exact, ≥ and ≤ are bounds.
   - r shows all rules. Textbooks disagree: does equality cut? Change it and see what it changes.
   - A asks before each cut-off is shown, and P what you would write at each step. W is a
     worksheet, K marks what is written in a file, S is the answer sheet that you would hand in.

2. One of the examples, printed:

     treeexplorer solve aima
     treeexplorer trace aima
     treeexplorer why aima B

3. Your own tree. Write it as you draw it, from left to right; a node is a pair of brackets:

     treeexplorer solve -e '[[3 12 8] [2 4 6] [14 5 2]]'

   In a file of its own (my.tree), treeexplorer my.tree opens it, and e changes it.

4. Your own answers. A value stands before its bracket, a bound with its sign, and a slash before a
   branch that is pruned. What is wrong is named, with its reason:

     treeexplorer check -e '3[3[3 12 8] <=2[2 /4 /6] 2[14 5 2]]'

5. Your own program. It reads a nested list on a line, and prints the root's value and, if it
   likes, the leaves it read. Its mistake is named, with the line:

     treeexplorer verify -- python my_alphabeta.py

Then: treeexplorer help notation, and in the program ? for all keys, : for a question in words.
"""


def student() -> str:
    """Return the first hour of a student."""
    return _STUDENT
