"""Small random trees with rules to search them under, quick enough for thousands."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction
from random import Random
from typing import Final, TypeAlias, get_args

from treeexplorer.engine import search
from treeexplorer.engine.record import Record, Status, StepKind
from treeexplorer.rules import DRAWN_ORDERS, AlgorithmName, FormName, OrderName, Rules
from treeexplorer.tree import UNKNOWN, GameTree, Number, Player, TreeBuilder, Window

INF: Final = float("inf")
LEVELS: Final = (
    (Player.MAX, Player.MIN),
    (Player.MAX, Player.MIN),
    (Player.MIN, Player.MAX),
    (Player.MAX, Player.MIN, Player.MIN),
)
CHANCE_LEVELS: Final = (Player.MAX, Player.CHANCE, Player.MIN)
OTHERS: Final[tuple[AlgorithmName, ...]] = ("pvs", "negascout", "scout", "mtdf", "sss", "negamax")


ORDERS: Final[tuple[OrderName, ...]] = get_args(OrderName)


def random_tree(random: Random, *, chance: bool = False) -> GameTree:
    """Return a tree of up to four plies with ties, estimates, and now and then `...` and words."""
    builder = TreeBuilder()
    builder.levels = CHANCE_LEVELS if chance else random.choice(LEVELS)
    spread = random.choice((2, 4, 9))
    few = random.choice((0, 0, 1))

    def leaf() -> None:
        if random.random() < 0.04 and not chance:
            node = builder.leaf(0)
            builder.kind[node], builder.unknowns[node] = UNKNOWN, random.choice("xyz")
        elif random.random() < 0.01 and not chance:
            builder.leaf(random.choice((INF, -INF)))
        else:
            builder.leaf(random.choice((0.5, *range(-spread, spread + 1))))

    def grow(depth: int) -> None:
        name = random.choice("abcd") if random.random() < 0.1 else None
        player = random.choice((Player.MAX, Player.MIN)) if random.random() < 0.06 else None
        node = builder.open(name, player)
        builder.estimates[node] = random.randint(-spread, spread)
        for _ in range(random.choice((1, 2, 2, 2, 3, 3))):
            if depth <= 1 or random.random() < 0.3:
                leaf()
            else:
                grow(depth - 1)
        if few and random.random() < 0.2:
            builder.elided.add(node)
        builder.close()

    grow(random.choice((2, 3, 3, 4, 4)))
    game = builder.tree()
    if not chance:
        return game
    builder.elided = {node for node in builder.elided if game.player(node) is not Player.CHANCE}
    for node in range(len(game)):
        if game.player(node) is Player.CHANCE and random.random() < 0.5:
            children = list(game.children(node))
            parts = [random.randint(0, 3) for _ in children]
            if sum(parts):
                for child, part in zip(children, parts, strict=True):
                    builder.probabilities[child] = Fraction(part, sum(parts))
    return builder.tree()


def random_rules(random: Random, game: GameTree) -> Rules:
    """Return any rules that a tree can be searched under."""
    low = random.choice((-INF, -INF, -INF, -2, 0))
    high = random.choice([end for end in (INF, INF, INF, 1, 3) if end > low])
    form: FormName = random.choice(("classic",) * 4 + ("exchanged", "bounds", "two-functions"))
    algorithm: AlgorithmName = "alphabeta"
    if random.random() < 0.3:
        able = ("expectimax",) if game.has_chance else OTHERS
        algorithm, form, low, high = random.choice(able), "classic", -INF, INF
    return Rules(
        algorithm=algorithm,
        form=form,
        cutoff=random.choice((">=", ">")) if algorithm == "alphabeta" else ">=",
        fail=random.choice(("soft", "hard")) if algorithm == "alphabeta" else "soft",
        order=random.choice(("left-to-right", "left-to-right", "right-to-left")),
        window=(low, high),
        depth=random.choice((None, None, None, 2)) if algorithm == "alphabeta" else None,
        levels=game.levels,
    )


def random_record(seed: int) -> tuple[GameTree, Record]:
    """Return a random tree and its search, which may wait for an unknown leaf."""
    random = Random(seed)
    chance = random.random() < 0.2
    game = random_tree(random, chance=chance)
    while chance and not game.has_chance:
        game = random_tree(random, chance=True)
    return game, search(game, random_rules(random, game))


def any_search(seed: int, algorithm: AlgorithmName | None = None) -> tuple[GameTree, Rules]:
    """Return a random tree, and rules of any search, or of one, with any window and depth."""
    random = Random(seed)
    chance = random.random() < 0.25
    game = random_tree(random, chance=chance and algorithm != "sss")
    rules = random_rules(random, game)
    name = algorithm or rules.algorithm
    if name == "alphabeta":
        orders = DRAWN_ORDERS if rules.form != "classic" else (*DRAWN_ORDERS, *ORDERS)
        return game, replace(rules, algorithm=name, order=random.choice(orders))
    return game, replace(
        rules,
        algorithm=name,
        form="classic",
        window=(random.choice((-INF, -INF, -2, 0)), random.choice((INF, INF, 1, 3))),
        depth=random.choice((None, None, None, 1, 2)),
    )


def with_undrawn(random: Random, tree: GameTree) -> GameTree:
    """Return a tree with `...` at a fourth of its nodes."""
    inner = (node for node in range(len(tree)) if tree.end[node] > node + 1)
    return replace(tree, elided=frozenset(node for node in inner if random.random() < 0.25))


def pruned_by_definition(record: Record) -> set[tuple[int, bool]]:
    """Return the topmost nodes that no step of a finished search visits, and the `...` it passes.

    A call comes to the `...` of its node if it is not cut off; from memory it is not searched.
    """
    tree, rules = record.tree, record.rules
    steps = [record.step(number) for number in range(1, record.steps + 1)]
    visited = {step.node for step in steps if step.child is None}
    searched = {(step.node, step.call) for step in steps if step.child is not None}
    cut = {step.call for step in steps if step.kind is StepKind.CUT}
    reached = {node for node, call in searched if call not in cut or rules.right_to_left}
    parents = (node for node in visited if rules.depth is None or tree.ply[node] < rules.depth)
    children = {child for node in parents for child in tree.children(node)}
    undrawn = {node for node, _ in searched if node in tree.elided} - reached
    return {(node, False) for node in children - visited} | {(node, True) for node in undrawn}


def open_nodes(record: Record, step: int) -> list[int]:
    """Return the open nodes at a step, from the root to the current one."""
    node = record.current(step)
    return [] if node is None else [node, *record.tree.ancestors(node)][::-1]


State: TypeAlias = tuple[Status, Window | None, Number | None, Window | None, Number | None]


def state_at(record: Record, node: int, step: int) -> State:
    """Return what a node is at a step, its window on entry, v, its window now, its value."""
    call, status = record.call_at(node, step), record.status(node, step)
    if call is None:
        return status, None, None, None, None
    if status is Status.CLOSED or record.is_leaf_call(call) or call in record.remembered:
        return status, record.entry_window(call), None, None, record.value(call)
    v = record.v_at(call, step)
    return status, record.entry_window(call), v, record.narrow_window_of_call(call, v), None
