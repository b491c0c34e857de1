"""In a drawing one colour means one thing, whichever way the tree is drawn.

Below each line of a drawing stand the colours of its characters: ``a`` MAX and α, ``b`` MIN and β,
``x`` a cut-off, ``p`` what is pruned, ``d`` decided, ``n`` what has just changed, ``s`` the path
and leaves read, ``q`` quiet, ``g`` what is to come; a capital letter is bold.
"""

from __future__ import annotations

from tests.drawing.places import coloured, diagram, icicle
from tests.trees import tree_of
from treeexplorer.drawing.styled_text import Size
from treeexplorer.engine import search
from treeexplorer.explain.snapshot import Snapshot, snapshot

EXAMPLE = "6[a:6[6[1 5 6] b:8[8 ...]] ...]"


def at(text: str, step: int) -> Snapshot:
    return snapshot(search(tree_of(text)), step)


def test_a_cut_off_in_the_diagram() -> None:
    expected = """
                                       ▲ root
                                       A AAAA
                                        v −∞
                                        S SS
                                          ┃
                                          S
                            ┏━━━━━━━━━━━━━┻─────────────┐
                            SSSSSSSSSSSSSSSgggggggggggggg
                         −∞ ┃ +∞                        │
                         qq S qq                        g
                           ▽ a                          …
                           B B                          g
                           v 6
                           S O
                            ┃
                            B
         ┏━━━━━━━━━━━━━━━━━━┻━━━━━━━━━━━━━━━━━━┓
         BBBBBBBBBBBBBBBBBBBBBBBBBBBBBBBBBBBBBBB
      −∞ ┃ +∞                               −∞ ┃ 6
      qq B qq                               qq B B
        ▲ C                              ▌    ▲ b    ▐
        A A                              S    A A    S
        = 6                              ▌    ≥ 8    ▐
        D O                              S    N O    S
         │                                     ┃
         g                                     A
 ┌───────┼───────┐                    ┏━━━━━━━━┻╳ 8 ≥ 6╌┐
 ggggggggggggggggg                    AAAAAAAAAAX X X Xpp
 1       5       6                    8               ╱╱…╱╱
 S       S       S                    N               ppppp
"""
    assert coloured(diagram, at(EXAMPLE, 13), Size(60, 16)) == expected


def test_a_cut_off_in_the_icicle() -> None:
    expected = """
    WHOLE TREE  4 leaves
    SSSSS SSSS  q qqqqqq
▲ 0                         ▲ root
A A                         A AAAA
                             v −∞
                             A AA
▽ 1                      ▽ a                      ▏
B B                      B B                      g
                         v 6                      ▏   …
                         B B                      g   g
▲ 2             ▲ C             ▌      ▲ b       ▐
A A             D D             S      S S       S
                = 6             ▌      ≥ 8       ▐
                D D             S      S S       S
  3           ▏        ▏                 ╳ CUT╱╱╱╱
  q           q        q                 X XXXpppp
        1     ▏   5    ▏   6        8    ╱╱╱ … ╱╱╱
        D     q   D    q   D        N    ppp p ppp
                                ▲ now
                                S SSS
       path  ▌▐ now     decided  ╱╱ pruned     new
       qqqq  SS qqq     qqqqqqq  pp qqqqqq     qqq
"""
    assert coloured(icicle, at(EXAMPLE, 13), Size(60, 14)) == expected
