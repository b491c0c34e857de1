"""Twenty papers on one sheet of four published trees, as a tutor gets them."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import replace
from functools import cache
from typing import Final, TypeAlias

from treeexplorer.course.key import KeyTree, check_key
from treeexplorer.course.sheet import SheetTree
from treeexplorer.engine import Record, search
from treeexplorer.gallery import find
from treeexplorer.judging.model_answer import collect_model_claims
from treeexplorer.notation import Claim, Claims, Exercise, load_all, sort_claims
from treeexplorer.rules import Rules
from treeexplorer.tree import INFINITY, GameTree, Number, Player

TREES: Final = ("aima", "poole-mackworth", "pitt-tree-2", "mit-equality")
ASKED: Final = ("values", "cuts", "windows")
Answers: TypeAlias = Callable[[Record], Iterable[Claim]]


@cache
def key() -> tuple[KeyTree, ...]:
    """Return the key of the sheet."""
    trees: list[tuple[str, Exercise, Rules]] = []
    for name in TREES:
        path = find(name)
        assert path is not None, name
        exercise = load_all(path)[0]
        rules = Rules(levels=exercise.tree.levels)
        one = SheetTree(name, exercise, rules, ASKED)
        trees.append((name, one.key, rules))
    return check_key(trees)


def handed_in(answers: Answers) -> dict[str, Exercise]:
    """Return the papers of somebody who answers all trees in one way."""
    return {tree.title: Exercise(tree.tree, sort_claims(answers(tree.record))) for tree in key()}


# -- ways to answer --------------------------------------------------------------------------------


def right(record: Record) -> Claims:
    """Return what somebody writes who makes no mistake."""
    return collect_model_claims(record)


def under(**changes: object) -> Answers:
    """Return how somebody answers who works under other rules."""
    return lambda record: collect_model_claims(
        search(record.tree_as_drawn, replace(record.rules, **changes))  # type: ignore[arg-type]
    )


def exchanged_windows(record: Record) -> Iterable[Claim]:
    """Yield the right answers with α and β exchanged."""
    for claim in right(record):
        if claim.window is None:
            yield claim
        else:
            alpha, beta = claim.window
            yield claim._replace(window=(beta, alpha))


def exchanged_signs(record: Record) -> Iterable[Claim]:
    """Yield the right answers with ≤ and ≥ exchanged."""
    for claim in right(record):
        sign = claim.sign
        yield claim if sign is None else claim._replace(sign="<=" if sign == ">=" else ">=")


def min_first(record: Record) -> Claims:
    """Return what somebody writes who begins with the other player everywhere."""
    players = {Player.MAX: Player.MIN, Player.MIN: Player.MAX}
    levels = tuple(players[player] for player in record.rules.levels)
    return collect_model_claims(search(record.tree_as_drawn, replace(record.rules, levels=levels)))


def minimax(record: Record) -> Claims:
    """Return the minimax value of every node, and that nothing is pruned."""
    whole = search(record.tree_as_drawn, replace(record.rules, algorithm="minimax"))
    return (*collect_model_claims(whole), Claim(0, "cuts-none"))


def one_window(record: Record) -> Iterable[Claim]:
    """Yield the right values and slashes, with (−∞, +∞) at every node."""
    for claim in right(record):
        whole = (-INFINITY, INFINITY)
        yield claim if claim.window is None else claim._replace(window=whole)


def inner(tree: GameTree) -> list[int]:
    return [node for node in range(len(tree)) if not tree.is_leaf(node)]


def every_value(chosen: Callable[[list[Number]], Number]) -> Answers:
    """Return how somebody answers who writes one of the leaves below it at each node."""

    def answers(record: Record) -> Iterable[Claim]:
        tree = record.tree
        for node in inner(tree):
            leaves = [tree.leaf_value(leaf) for leaf in tree.leaves(node)]
            yield Claim(node, "value", chosen([each for each in leaves if each is not None]))

    return answers


def all_slashes(record: Record) -> Iterable[Claim]:
    """Yield a slash at every branch."""
    return (Claim(node, "cut") for node in range(1, len(record.tree)))


def windows_alone(record: Record) -> Iterable[Claim]:
    """Yield (−∞, +∞) at every node, and nothing else."""
    return (Claim(node, "window", window=(-INFINITY, INFINITY)) for node in inner(record.tree))


def without_slashes(record: Record) -> Iterable[Claim]:
    """Yield the right answers but for what is pruned."""
    return (claim for claim in right(record) if claim.kind != "cut")


def values_alone(record: Record) -> Iterable[Claim]:
    """Yield the right values, and neither windows nor slashes."""
    return (claim for claim in right(record) if claim.number is not None)


def with_a_slash_more(record: Record) -> Iterable[Claim]:
    """Yield the right answers and a slash at the last leaf that is read."""
    leaves = [node for node in record.tree.leaves(0) if record.call_of(node) is not None]
    return (*right(record), Claim(leaves[-1], "cut"))


def with_mistakes(answers: Answers, *numbers: int) -> Answers:
    """Return answers with 99 in the place of some values, counted from the last."""

    def changed(record: Record) -> Iterable[Claim]:
        claims = list(answers(record))
        places = [place for place, claim in enumerate(claims) if claim.kind == "value"]
        for number in numbers:
            place = places[-number]
            claims[place] = claims[place]._replace(number=99)
        return claims

    return changed


PAPERS: Final[Mapping[str, Answers]] = {
    "right": right,
    "one wrong value in each tree": with_mistakes(right, 1),
    "one slash too many in each tree": with_a_slash_more,
    "no slashes": without_slashes,
    "values alone": values_alone,
    "α and β exchanged": exchanged_windows,
    "α and β exchanged, and a wrong value": with_mistakes(exchanged_windows, 1),
    "≤ and ≥ exchanged": exchanged_signs,
    "right to left": under(order="right-to-left"),
    "right to left, and a wrong value": with_mistakes(under(order="right-to-left"), 1),
    "α > β": under(cutoff=">"),
    "fail-hard": under(fail="hard"),
    "MIN first": min_first,
    "minimax": minimax,
    "(−∞, +∞) at every node": one_window,
    "(−∞, +∞) and nothing else": windows_alone,
    "the first leaf everywhere": every_value(lambda leaves: leaves[0]),
    "the largest leaf everywhere": every_value(max),
    "every branch crossed out": all_slashes,
    "blank": lambda _: (),
}
