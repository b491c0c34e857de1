"""A student's first hour; what the tour says is part of it."""

from __future__ import annotations

from textwrap import fill
from typing import Final

_LESSONS: Final = """\
Two players: ▲ MAX wants a large number, ▽ MIN a small one. Nothing has been visited yet. Press
space: the search enters the root.

The window says what is still possible: at the root, everything. Press space four times: each goes
on by one node, and the window narrows.

Every step can be taken back. Press backspace.

Now to what it is all about: c goes to the next cut-off.

The bar has the test with its numbers; below it stands who has what, and what is pruned. α and β
have crossed: the window is EMPTY. Press y for all there is to say.

i looks around: the search waits while you move through the tree.

Move with the arrows. The side follows; esc comes back to the search.

end goes to the end of the search: = is exact, ≥ and ≤ are bounds.

Textbooks disagree: does equality cut? r shows all rules; change one and see what it changes. esc
comes back.

Somebody has worked this tree out by hand and made one mistake. K checks it; esc comes back.

Your turn: P asks what you would write at each step. esc comes back.

W is a worksheet, S the answer sheet that you would hand in. Press S; esc comes back.

? shows all keys. That is the last one to remember.
"""
LESSONS: Final = tuple(" ".join(lesson.split()) for lesson in _LESSONS.split("\n\n"))
"""What the tour says, stop by stop."""

_STUDENT: Final = """\
A first hour

1. The tour: a small tree, on which you press the keys yourself.

     treeexplorer tour

{lessons}

2. The examples, in the order in which they are best read: without a file, treeexplorer opens
   their gallery. One of them, printed:

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

Then: treeexplorer help notation, and ? in the program for all keys.
"""


def student() -> str:
    """Return the first hour of a student."""
    lessons = (
        fill(lesson, 93, initial_indent="   - ", subsequent_indent="     ") for lesson in LESSONS
    )
    return _STUDENT.format(lessons="\n".join(lessons))
