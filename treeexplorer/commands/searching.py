"""What the commands that search share: running the search, and its rules and cuts as JSON."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from treeexplorer.commands.shared import Loaded, Problem
from treeexplorer.numbers import for_json, shown

if TYPE_CHECKING:
    from treeexplorer.engine import CutOff, Record, ResolvedRules, Rules
    from treeexplorer.tree import Window


def searched(loaded: Loaded) -> Record:
    """Return the finished record of a tree's search.

    Raises:
        Problem: The search meets an unknown leaf, or a horizon without an estimate.
    """
    from treeexplorer.engine import HorizonError, RulesError, search

    try:
        record = search(loaded.tree, loaded.resolved.rules)
    except (HorizonError, RulesError) as error:
        raise Problem(f"{loaded.title}: {error}") from None
    if record.waits_for is not None:
        tree = record.tree
        word = tree.unknowns[record.waits_for]
        address = tree.address(record.waits_for)
        raise Problem(
            f"{loaded.title}: step {record.steps + 1} needs the value of the unknown leaf "
            f"{word or '?'} (at {address}); give it one with --set {word or address}=…, or see for "
            "which values what happens with `treeexplorer unknowns`"
        )
    return record


def searched_to(loaded: Loaded, step: int | None) -> Record:
    """Return a record that has a step; an unfinished one where it waits for an unknown leaf.

    Raises:
        Problem: There is no such step, or the search cannot get there.
    """
    from treeexplorer.engine import HorizonError, search

    if step is None:
        return searched(loaded)
    try:
        record = search(loaded.tree, loaded.resolved.rules)
    except HorizonError as error:
        raise Problem(f"{loaded.title}: {error}") from None
    if 0 <= step <= record.steps:
        return record
    if record.waits_for is not None and step > record.steps:
        return searched(loaded)
    raise Problem(
        f"{loaded.title}: there is no step {step}; the search has {record.steps} steps (0 is "
        "before the first)"
    )


def window_json(window: Window | None) -> list[int | float | str | None] | None:
    """Return a window for JSON."""
    return None if window is None else [for_json(end) for end in window]


def rules_json(rules: Rules) -> dict[str, Any]:
    """Return rules for JSON; what the algorithm or form decides itself is null."""
    fixed = rules.fixes_its_own_rules
    return {
        "algorithm": rules.algorithm,
        "form": rules.form if rules.algorithm == "alphabeta" else None,
        "cutoff": None if fixed else rules.cutoff,
        "fail": None if fixed else rules.fail,
        "order": rules.order,
        "levels": list(rules.levels),
        "window": window_json(rules.window),
        "depth": rules.depth,
    }


def rules_line(resolved: ResolvedRules) -> str:
    """Return the rules of an answer in one line, with where those not built in come from."""
    rules, origins = resolved.rules, resolved.origins

    def origin(*names: str) -> str:
        found = {origins[name] for name in names} - {"built in"}
        return f" ({', '.join(sorted(found))})" if found else ""

    name = "alpha-beta" if rules.algorithm == "alphabeta" else rules.algorithm
    parts = [f"{name}{origin('algorithm')}"]
    if rules.algorithm == "alphabeta":
        if rules.form != "classic":
            parts.append(f"form “{rules.form}”{origin('form')}")
        parts.append(f"cut when α {rules.test_sign} β{origin('cutoff')}")
        if rules.form != "two-functions":
            parts.append(f"fail-{'hard' if rules.hard else 'soft'}{origin('fail')}")
    parts.append(f"{rules.order.replace('-', ' ')}{origin('order')}")
    alpha, beta = rules.window
    parts.append(f"window ({shown(alpha)}, {shown(beta)}){origin('window')}")
    if rules.depth is not None:
        parts.append(f"{rules.depth} plies{origin('depth')}")
    parts.append(f"{' '.join(rules.levels)}{origin('levels')}")
    return " · ".join(parts)


def cut_off_json(record: Record, cut: CutOff) -> dict[str, Any]:
    """Return a cut-off for JSON."""
    address = record.tree.address
    return {
        "step": cut.step,
        "node": address(cut.node),
        "kind": cut.kind,
        "deep": cut.deep,
        "after": address(cut.after),
        "v": for_json(cut.v),
        "bound": for_json(cut.bound),
        "skipped": [address(node) for node in cut.skipped] + ["..."] * cut.elided,
        "witness": cut.witness
        and {"node": address(cut.witness.node), "child": address(cut.witness.child)},
        "source": cut.source,
    }
