"""What is said of handed-in sheets: claims checked and graded, unknowns solved.

``python -m tests.golden.sheets`` writes anew what the tests compare with, and prints what changed:
read that before it is committed.
"""

from __future__ import annotations

import gzip
import json
import os
import random
import re
import tempfile
from collections.abc import Iterator
from pathlib import Path
from typing import Any, Final

from tests.commands.calling import run
from tests.exercises.claimed import true_claims
from tests.exercises.test_one_judge import LEVELS, random_rules, random_tree
from treeexplorer.engine import search
from treeexplorer.notation import (
    BoundSign,
    Claim,
    ClaimKind,
    Directives,
    Exercise,
    in_order,
    write,
)
from treeexplorer.rules import Rules
from treeexplorer.tree import GameTree, Player

FILE: Final = Path(__file__).with_name("sheets.jsonl.gz")
SHEETS: Final = 160


def _directives(chooser: random.Random, tree: GameTree, rules: Rules) -> str:
    """Return the rules as lines above a tree, and claims about the whole of it."""
    lines: list[str] = []
    for name in ("algorithm", "form", "cutoff", "fail", "order"):
        value = getattr(rules, name)
        is_fixed = rules.form != "classic" and name in {"cutoff", "fail"}
        if value != getattr(Rules(), name) and not is_fixed:
            lines.append(f"@{name} {value}")
    if chooser.random() < 0.2 and rules.algorithm == "alphabeta":
        lines.append(f"@window {chooser.choice(['-1 2', '0 inf', '-inf 1', '-2 3'])}")
    if chooser.random() < 0.05:
        lines.append(f"@depth {chooser.choice([1, 2])}")
    if chooser.random() < 0.3:
        lines.append(f"@read {chooser.randint(1, tree.leaf_count)}")
    if chooser.random() < 0.3 and not tree.is_leaf(0):
        lines.append(f"@best {chooser.randint(1, len(list(tree.children(0))))}")
    return "".join(f"{line}\n" for line in lines)


def _claims(chooser: random.Random, tree: GameTree, rules: Rules) -> Iterator[Claim]:
    """Yield claims, most of them true."""
    number = chooser.randint
    for claim in true_claims(search(tree, rules)):
        kind: ClaimKind = claim.kind
        if kind == "window" and chooser.random() < 0.6:
            continue
        if chooser.random() < 0.15:
            continue
        if chooser.random() < 0.75:
            yield Claim(claim.node, kind, claim.number, claim.sign, claim.window)
        elif kind == "value" and claim.number is not None:
            yield Claim(claim.node, kind, claim.number + chooser.choice([-1, 1, 3]))
        elif kind == "bound":
            sign: BoundSign = chooser.choice([">=", "<="])
            yield Claim(claim.node, kind, number(-4, 4), sign)
        elif claim.window is not None:
            ends = [number(-4, 4), claim.window[0], claim.window[1], float("inf")]
            yield Claim(claim.node, kind, window=(chooser.choice(ends), chooser.choice(ends)))
    if chooser.random() < 0.3 and len(tree) > 1:
        yield Claim(number(1, len(tree) - 1), "cut")


def _with_unknowns(chooser: random.Random, text: str) -> str:
    """Return a tree in which a leaf or two are unknown."""
    numbers = list(re.finditer(r"-?\d+", text))
    for name, found in zip("xy", chooser.sample(numbers, min(len(numbers), 2)), strict=False):
        before, after = text[: found.start()], text[found.end() :]
        text = before + name.ljust(len(found[0])) + after
        if chooser.random() < 0.7:
            break
    return text


def sheets() -> Iterator[tuple[str, str, str]]:
    """Yield sheets, the key of each, and a tree with unknowns."""
    for seed in range(SHEETS):
        chooser = random.Random(seed)
        levels = chooser.choice(LEVELS)
        tree, rules = random_tree(chooser, levels), random_rules(chooser, levels)
        above = _directives(chooser, tree, rules)
        claims = {(claim.node, claim.kind): claim for claim in _claims(chooser, tree, rules)}
        has_windows = any(claim.window is not None for claim in claims.values())
        windows = rules.windows if has_windows and rules.windows == "exit" else None
        stated = Directives(windows=windows)
        sheet = above + write(Exercise(tree, in_order(claims.values()), directives=stated))
        rule_lines = [line for line in above.splitlines() if line[1:5] not in {"read", "best"}]
        alone = "".join(f"{line}\n" for line in rule_lines)
        right = [claim for claim in true_claims(search(tree, rules)) if claim.kind != "window"]
        key = alone + write(Exercise(tree, in_order(right)))
        unknown = write(Exercise(tree))
        if Player.CHANCE in levels:
            unknown = ""
        else:
            start = next(found.start() for found in re.finditer(r"^[^@]", unknown, re.MULTILINE))
            nodes = _with_unknowns(chooser, unknown[start:])
            unknown = alone + unknown[:start] + nodes
        yield sheet, key, unknown


def said(sheet: str, key: str, unknown: str) -> dict[str, Any]:
    """Return what the commands say of a sheet."""
    here = Path.cwd()
    with tempfile.TemporaryDirectory() as folder:
        os.chdir(folder)
        try:
            Path("sheet.tree").write_text(sheet, encoding="utf-8")
            Path("key.tree").write_text(key, encoding="utf-8")
            answers = {
                "check": run("check", "sheet.tree"),
                "grade": run("grade", "key.tree", "sheet.tree", "--feedback", "told"),
                "told": [file.read_text("utf-8") for file in sorted(Path("told").glob("*"))],
            }
            if unknown:
                answers["unknowns"] = run("unknowns", "-e", unknown)
            return json.loads(json.dumps(answers))  # type: ignore[no-any-return]
        finally:
            os.chdir(here)


def written() -> list[dict[str, Any]]:
    """Return what is written down of each sheet."""
    with gzip.open(FILE, "rt", encoding="utf-8") as file:
        return [json.loads(line) for line in file]


def main() -> None:
    """Write down anew what is said."""
    before = written() if FILE.exists() else []
    now = [{"sheet": texts, "said": said(*texts)} for texts in map(list, sheets())]
    for old, new in zip(before, now, strict=False):
        if old != new:
            print(json.dumps(old, ensure_ascii=False, indent=1))
            print(json.dumps(new, ensure_ascii=False, indent=1))
    with gzip.GzipFile(FILE, "wb", mtime=0) as file:
        for line in now:
            file.write(json.dumps(line, ensure_ascii=False).encode() + b"\n")


if __name__ == "__main__":
    main()
