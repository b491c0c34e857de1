"""Random irregular trees and rules, small enough to be looked at when a test fails."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction
from typing import Any

from hypothesis import strategies as st

from treeexplorer.engine import Rules
from treeexplorer.rules import Form
from treeexplorer.tree import DEFAULT_LEVELS, UNKNOWN, GameTree, Player, TreeBuilder

INF = float("inf")
LEAVES = st.integers(-4, 4) | st.sampled_from([0.5, 2.5, -1.5])
LEVELS = st.sampled_from(
    [
        DEFAULT_LEVELS,
        (Player.MIN, Player.MAX),
        (Player.MAX, Player.MIN, Player.MIN),
        (Player.MAX,),
    ]
)
CHANCE_LEVELS = (Player.MAX, Player.CHANCE, Player.MIN, Player.CHANCE)


def _shape(depth: int) -> st.SearchStrategy[Any]:
    if depth == 0:
        return LEAVES
    return LEAVES | st.lists(_shape(depth - 1), min_size=1, max_size=4)


SHAPES = st.lists(_shape(3), min_size=1, max_size=3) | LEAVES


def _fill(
    builder: TreeBuilder, draw: st.DrawFn, shape: Any, *, elided: bool, infinite: bool
) -> None:
    if not isinstance(shape, list):
        builder.leaf(draw(st.sampled_from([INF, -INF, shape, shape])) if infinite else shape)
        return
    player = draw(st.sampled_from([None] * 8 + [Player.MAX, Player.MIN]))
    node = builder.open(draw(st.sampled_from([None, "a", "b", "C"])), player)
    builder.estimates[node] = draw(LEAVES)
    for child in shape:
        _fill(builder, draw, child, elided=elided, infinite=infinite)
    if elided and draw(st.integers(0, 5)) == 0:
        builder.elided.add(node)
    builder.close()


@st.composite
def trees(draw: st.DrawFn, *, elided: bool = False, chance: bool = False) -> GameTree:
    """Draw a tree with ties, estimates at every node, and some explicit players."""
    builder = TreeBuilder()
    builder.levels = CHANCE_LEVELS if chance else draw(LEVELS)
    infinite = not chance and draw(st.integers(0, 9)) == 0
    shape = draw(SHAPES)
    _fill(builder, draw, shape, elided=elided, infinite=infinite)
    game = builder.tree()
    if not chance:
        return game
    builder.elided = {node for node in builder.elided if game.player(node) is not Player.CHANCE}
    for node in range(len(game)):
        if game.player(node) is Player.CHANCE and draw(st.booleans()):
            children = list(game.children(node))
            parts = [draw(st.integers(0, 3)) for _ in children]
            total = sum(parts)
            if total:
                for child, part in zip(children, parts, strict=True):
                    builder.probabilities[child] = Fraction(part, total)
    return builder.tree()


@st.composite
def with_unknown(draw: st.DrawFn, game: GameTree) -> GameTree:
    """Draw a leaf of a tree, and return the tree with the word x in its place."""
    leaf = draw(st.sampled_from([node for node in range(len(game)) if game.is_leaf(node)]))
    kind = bytearray(game.kind)
    kind[leaf] = UNKNOWN
    return replace(game, kind=bytes(kind), unknowns={leaf: "x"})


@st.composite
def rules_for(draw: st.DrawFn, game: GameTree, *, forms: bool = True) -> Rules:
    """Draw any conventions of alpha-beta that a tree can be searched with."""
    form: Form = draw(
        st.sampled_from(["classic", "classic", "exchanged", "bounds", "two-functions"])
    )
    low = draw(st.sampled_from([-INF, -INF, -2, 0, 1]))
    high = draw(st.sampled_from([value for value in (INF, INF, 0, 1, 2, 3) if value > low]))
    return Rules(
        form=form if forms else "classic",
        cutoff=draw(st.sampled_from([">=", ">"])),
        fail=draw(st.sampled_from(["soft", "hard"])),
        order=draw(st.sampled_from(["left-to-right", "right-to-left"])),
        window=(low, high),
        depth=draw(st.sampled_from([None, None, 1, 2])),
        levels=game.levels,
    )


@st.composite
def cases(draw: st.DrawFn, *, forms: bool = True, unknowns: bool = False) -> tuple[GameTree, Rules]:
    """Draw a tree together with conventions to search it with."""
    kind = draw(st.sampled_from(["plain", "plain", "elided", "chance"]))
    game = draw(trees(elided=kind == "elided", chance=kind == "chance"))
    rules = draw(rules_for(game, forms=forms))
    return draw(st.just(game) | with_unknown(game)) if unknowns else game, rules
