"""The rules of a search in a few words, for the header: what is usual is left out."""

from __future__ import annotations

from treeexplorer.engine import Rules
from treeexplorer.engine.choices import title_of
from treeexplorer.numbers import shown
from treeexplorer.tree import DEFAULT_LEVELS, FULL_WINDOW


def conventions(rules: Rules) -> str:
    """Return the algorithm, the cut test where there is one, and everything unusual."""
    parts = [title_of("algorithm", rules.algorithm)]
    if rules.algorithm == "alphabeta" and rules.form != "classic":
        parts[0] += f" ({rules.form})"
    if rules.algorithm not in {"minimax", "negamax", "expectimax", "sss"}:
        parts.append(f"cut when α {rules.test_sign} β")
    if rules.algorithm == "alphabeta" and rules.form == "classic" and rules.hard:
        parts.append("fail-hard")
    if rules.right_to_left:
        parts.append("right to left")
    if rules.window != FULL_WINDOW:
        parts.append(f"window ({shown(rules.window[0])}, {shown(rules.window[1])})")
    if rules.depth is not None:
        parts.append(f"{rules.depth} plies")
    if rules.levels != DEFAULT_LEVELS:
        parts.append(" ".join(level.value.upper() for level in rules.levels) + " …")
    if rules.algorithm == "mtdf" and rules.first_guess:
        parts.append(f"guess {shown(rules.first_guess)}")
    if rules.algorithm in {"star1", "star2"} and rules.leaf_range:
        parts.append(f"leaves {shown(rules.leaf_range[0])} to {shown(rules.leaf_range[1])}")
    return " · ".join(parts)
