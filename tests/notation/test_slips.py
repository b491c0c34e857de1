"""Every slip of the catalogue, and what is said about it, word for word."""

from __future__ import annotations

import re
from collections.abc import Iterator

import pytest

from treeexplorer.notation import NotationError, parse_all

# A text, with ⏎ for the end of a line; where its problem is and what it is → what to do.
CATALOGUE = """
[[3 12 8]
    1:1 the bracket opened at 1:1 is never closed → add the missing ]
[[3 12 8]] [2 4 6]]
    1:10 a stray `]`: the tree ends here, and more of it follows → remove this `]`
[3;4]
    1:3 `;` is not part of the notation → separate children by spaces
X[0 -1]
    1:1 a name needs a colon: `X:[` → or, where X marks a branch that is cut off, a slash: /[
root⏎  A⏎    3⏎    12⏎  left child⏎    2⏎
    2:3 this is an indented outline; children stand in brackets → such as A:[B:[3 12] C:[2 4]]
# mine⏎- A⏎  - -3⏎  - 5⏎- B⏎  - 4
    3:3 this is an indented outline; children stand in brackets → such as A:[B:[3 12] C:[2 4]]
A⏎├── 3⏎│   └── 5⏎
    2:5 this is an indented outline; children stand in brackets → such as A:[B:[3 12] C:[2 4]]
[3 12]]
    1:7 this `]` closes nothing → remove it, or open a bracket before
[3,,8]
    1:4 a value is missing between two commas → remove one comma
[]
    1:1 a node needs at least one child (a leaf is a bare number)
[3 12 8}
    1:8 wrong kind of bracket: `}` instead of `]` → children stand between [ and ]
(3 12 8)
    1:1 wrong kind of bracket: `(` instead of `[` → children stand between [ and ]
[3 nan 8]
    1:4 nan is not a value
    → a value is a number, inf or -inf; a leaf that is not known is a word or ?
[... 3]
    1:2 `...` stands last: it means further children that are not drawn
    → move it behind the last child
chance[0.5*3 0.6*4]
    1:1 probabilities add up to 1.1, not to 1
max[3] extra
    1:8 a second tree on the line of the first
    → start each tree on a new line, or put # before a remark
[3 4] [5 6]
    1:7 a second tree on the line of the first → start each tree on a new line
[3 4] // the left one
    1:7 a second tree on the line of the first
    → start each tree on a new line, or put # before a remark
[[3 4] // left⏎ [5 6]]
    1:8 `//` begins no comment here → a comment begins with #
% lecture 3⏎[3 4]
    1:1 `%` begins no comment here → a comment begins with #
4 and 6 are pruned
    1:1 words about pruning are not read: a slash in the tree marks what is pruned
    → write /4 for a leaf and /C:[2 4] for a node, or `@cuts none` above the tree
[3 4]⏎Not visited: c2, c3
    2:1 words about pruning are not read: a slash in the tree marks what is pruned
    → write /4 for a leaf and /C:[2 4] for a node, or `@cuts none` above the tree
[3 4]⏎Pruned: B.2, B.3
    2:1 words about pruning are not read: a slash in the tree marks what is pruned
    → write /4 for a leaf and /C:[2 4] for a node, or `@cuts none` above the tree
* = pruned⏎[3 4]
    1:1 words about pruning are not read: a slash in the tree marks what is pruned
    → write /4 for a leaf and /C:[2 4] for a node, or `@cuts none` above the tree
[3 4] (4 is pruned)
    1:7 words about pruning are not read: a slash in the tree marks what is pruned
    → write /4 for a leaf and /C:[2 4] for a node, or `@cuts none` above the tree
note Which leaves are pruned?⏎[3 4]
    1:1 a directive begins with @; found note → write @note
[3 4]⏎cutoff >⏎[5 6]
    2:1 a directive begins with @; found cutoff → write @cutoff
best [1 2]
    1:6 a second tree on the line of the first
    → write best:[ if best is the node's name
x 3
    1:3 what stands side by side is no tree
    → put [ ] around it, or # before it
6 [1 2]
    1:3 a second tree on the line of the first → remove the space if 6 is the node's value
@levles max⏎[1]
    1:1 unknown directive @levles → did you mean `@levels`?
[3 C<=2[2 9]]
    1:4 a colon stands behind a name → write C:<=2[…]
[1/2 4]
    1:2 1/2 is not a value: values are whole numbers or decimals
    → write two siblings with a space, or a decimal; a fraction can be a probability: 1/2*…
[3-4]
    1:2 siblings are separated: found 3-4 → put a space between them: 3 -4
[[3 4]5]
    1:7 siblings are separated: found `5` directly behind `]` → put a space between them: ] 5
"left child"[1]
    1:1 a name needs a colon: `"left child":[`
[1_000]
    1:2 1_000 is not a number → leave out the underscores
[1e400]
    1:2 1e400 is too large for a number with a decimal point or an exponent
[1e-400]
    1:2 1e-400 is too small: it would become 0
[3 max 4]
    1:4 a leaf has no player → players stand before children: max[3 4]
max:[3]
    1:1 a player stands before its children without a colon → write max[…], or "max": for a name
[max6[3]]
    1:2 max and the value 6 must be told apart → write max=6[
[6A:[3]]
    1:2 a name cannot begin with a digit unless it is quoted → write "6A":
[3 4],[5 6]
    1:6 a tree ends with its line; found a comma
    → put [ and ] around siblings, or remove the comma
[a:(b:[3])]
    1:4 wrong kind of bracket: `(` instead of `[` → children stand between [ and ]
["a" : 3]
    1:2 a colon stands directly behind a name → write "a":
[2 x=4]
    1:4 a colon stands behind a name, not an equals sign → write x:4
[A=3:[1 2] 4]
    1:2 a colon stands behind a name, not an equals sign → write A:3[
[A=<=3[1 2] 4]
    1:2 a colon stands behind a name, not an equals sign → write A:<=3[
3, 4
    1:2 a tree ends with its line; found a comma
    → put [ and ] around siblings, or remove the comma
3)
    1:2 this `)` closes nothing → remove it, or open a bracket before
[,3]
    1:2 a value is missing before this comma → remove the comma
@title one⏎@title two⏎[1]
    2:1 @title is given twice for one tree → keep one of the two lines
@levels max mni⏎[1]
    1:13 @levels takes the players max, min and chance, not “mni” → did you mean min?
@levels max min in⏎[1]
    1:17 @levels takes the players max, min and chance, not “in” → did you mean min?
Ā[3 4]
    1:1 a name needs a colon: `Ā:[`
Ā:{3 4]
    1:4 wrong kind of bracket: `{` instead of `[` → children stand between [ and ]
@levels two⏎[1]
    1:9 @levels takes the players max, min and chance, not “two” → for example: @levels max min
@algorithm alfabeta⏎[1]
    1:12 @algorithm takes alphabeta, minimax, negamax, pvs, negascout, scout, mtdf, sss
    or expectimax, not “alfabeta”
    → did you mean alphabeta?
@form clasic⏎[1]
    1:7 @form takes classic, exchanged, bounds or two-functions, not “clasic”
    → did you mean classic?
@cutoff >>⏎[1]
    1:9 @cutoff takes >= or >, not “>>” → did you mean >?
@window 3⏎[1]
    1:9 @window takes two numbers, not “3” → for example: @window -inf 10
@window 5 3⏎[1]
    1:9 @window: the first number must be smaller than the second → @window 3 5
@window 3 3⏎[1]
    1:9 @window: the first number must be smaller than the second
@depth two⏎[1]
    1:8 @depth takes a whole number of plies, 1 or more, not “two”
@cuts all⏎[1]
    1:7 @cuts takes none, not “all” → mark single cuts by a slash: /4
@⏎[1]
    1:1 unknown directive @
    → there are @title, @source, @name, @note, @levels, @algorithm, @form, @cutoff, @fail, @order,
    @window, @range, @depth, @windows, @cuts, @best, @read, @pruned
# c
    1:1 there is no tree in this text → a tree looks like [[3 12 8] [2 4 6]]
[3 4]⏎@title a
    2:1 a directive belongs to the tree below it, and no tree follows → put it above its tree
@levles max
    1:1 unknown directive @levles → did you mean `@levels`?
[3⏎@title x⏎4]
    2:1 a directive stands above its tree, not inside of brackets
    → is a ] missing in the lines before?
[3⏎@title x⏎[4 5]⏎@title y⏎[6]
    2:1 a directive stands above its tree, not inside of brackets
    → is a ] missing in the lines before?
[3 @title x⏎4]
    1:4 a directive stands above its tree, not inside of brackets
    → is a ] missing in the lines before?
((3, 12), (2, 4))
    1:1 wrong kind of bracket: `(` instead of `[` → children stand between [ and ]
[A :3]
    1:4 a colon stands directly behind a name → write A:[3 4] or A:3
[A: ]
    1:2 a node must follow the name A → write A:7 or A:[…]
[8...]
    1:2 `...` stands alone, with a space before it → write 8 ...
[8 ....]
    1:4 children that are not drawn are three dots → write ...
[...]
    1:2 `...` needs at least one drawn child before it
    → it means further children that are not drawn
[8 ... ...]
    1:8 `...` is written once, as the last child
chance[8 ...]
    1:1 the children of a chance node must all be drawn: … cannot stand here
[=6]
    1:2 =6 stands before no children
    → it touches its node's bracket: =6[…]; a leaf is just 6
[~4]
    1:2 ~4 stands before no children
    → it touches its node's bracket: ~4[…]; a leaf is just 4
[>8[1]]
    1:2 >8 is no claim → a bound is written >=8[…] or <=8[…], a value =8[…]
[= 6[1]]
    1:2 a number must follow the sign = directly → write =6[…]
[MAX: [3 12] 2]
    1:2 a player stands before its children without a colon → write MAX[…], or "MAX": for a name
[C <= 2 [2 9]]
    1:4 a number must follow the sign <= directly → write C:<=2[…]
[C≥ -3 [2 9]]
    1:3 a number must follow the sign ≥ directly → write C:≥-3[…]
[0.5* 3]
    1:2 a node must follow the probability 0.5* directly → write 0.5*3 or 0.5*[…]
[1/0*3]
    1:2 1/0 divides by 0
[0.5*3]
    1:2 a probability stands only at the children of a chance node
    → write chance[…], or give the players by level: @levels max chance
chance[0.5*3 4]
    1:14 this child of a chance node has no probability, but others have one
    → all children carry one, or none does
chance[max[inf -inf] min[-inf 2]]
    1:1 a chance node cannot average +∞ and −∞
["abc 3]
    1:2 the quote that begins here is not closed on its line → add the missing "
[“abc”:3]
    1:2 a name is quoted with straight quotes → write "left child":7
[abc" 3]
    1:2 a quoted name begins and ends with a quote → write "left child":7
["abc" 3]
    1:2 a name needs a colon and a node behind it → write "abc":7 or "abc":[…]
[/ 4]
    1:2 the node that is cut off must follow the slash directly → write /4 or /[…]
[–3]
    1:2 a minus is needed here, not a dash → write -3
[3 | 4]
    1:4 `|` is not part of the notation → separate children by spaces
[３]
    1:2 found `３`, expected a value, a name or a bracket
    → the parts of a node, in order, all optional: 0.5*/C:min(3,inf)~4<=2[…]
[max A:[3]]
    1:2 max says whose node it is, and its children must follow → write max[…]
[A:/4]
    1:2 found `A:/4`, expected a value, a name or a bracket
    → the parts of a node, in order, all optional: 0.5*/C:min(3,inf)~4<=2[…]
[~4-6[3]]
    1:2 found `~4-6`, expected a node's parts before its [
    → the parts of a node, in order, all optional: 0.5*/C:min(3,inf)~4<=2[…]
[(3 4)[1]]
    1:2 a window is two numbers with a comma, directly before the node: (3,inf)[…]
[(3,4)]
    1:2 wrong kind of bracket: `(` instead of `[` → children stand between [ and ]
[(3;4)5]
    1:4 `;` is not part of the notation → separate children by spaces
[A:(1,2)3-4]
    1:9 siblings are separated: found 3-4 → put a space between them: 3 -4
[3 $ 4]
    1:4 found `$`, expected a value, a name or a bracket
    → the parts of a node, in order, all optional: 0.5*/C:min(3,inf)~4<=2[…]
[3 "a":4"b":5]
    1:4 siblings are separated: found "a":4"b":5 → put a space between them: "a":4 "b":5
[[[3 4
    1:3 the bracket opened at 1:3 is never closed (3 brackets are open at the end)
    → add the 3 missing ]
Hello world
    1:7 what stands side by side is no tree
    → put [ ] around it, or # before it
[3 4]⏎[5 6
    2:1 the bracket opened at 2:1 is never closed → add the missing ]
[>=x[1]]
    1:2 a number must follow the sign; found x → write =8[…]
[3 *4]
    1:4 a probability stands before the star → write 0.5*3 or 0.5*[…]
{"a": 3}
    1:1 wrong kind of bracket: `{` instead of `[` → children stand between [ and ]
"""


def catalogue() -> Iterator[tuple[str, str, str, str | None]]:
    """Yield a text, the place of its problem, the message, and the hint if there is one."""
    for entry in re.split(r"\n(?! {4})", CATALOGUE.strip()):
        text, _, verdict = entry.partition("\n    ")
        place, _, sentences = verdict.replace("\n   ", "").partition(" ")
        message, _, hint = sentences.partition(" → ")
        yield text.replace("⏎", "\n"), place, message, hint or None


@pytest.mark.parametrize(
    ("text", "place", "message", "hint"), list(catalogue()), ids=[row[0] for row in catalogue()]
)
def test_one_slip_one_message(text: str, place: str, message: str, hint: str | None) -> None:
    with pytest.raises(NotationError) as caught:
        parse_all(text, file="sheet.tree")
    (problem,) = caught.value.problems
    assert f"{problem.line}:{problem.column}" == place
    assert (problem.message, problem.hint) == (message, hint)
