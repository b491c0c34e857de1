"""Write down what every search answers, so that a later difference is seen and meant.

    python tests/golden/make.py            compare with what is written, and name what differs
    python tests/golden/make.py --write    write it anew
    python tests/golden/make.py --pages    write the pages anew, which takes seconds

``answers.jsonl.gz`` has one line a tree: its name, its text, and one case for each set of rules. A
case holds the calls, the leaves, the cut-offs with their witnesses, the result, and every change
of a proven interval. Of trees with more than a few hundred nodes the long ones are digests. Of a
small tree, digests say what is printed, told, asked, judged and drawn of it under some of the
rules, word by word: whoever words a sentence otherwise writes them anew.
"""

from __future__ import annotations

import argparse
import gzip
import hashlib
import json
import random
import sys
from collections.abc import Iterator
from concurrent.futures import ProcessPoolExecutor
from pathlib import Path
from typing import Any

from tests.golden import pages
from tests.golden.shown import shown
from treeexplorer.engine import Record, Rules, search
from treeexplorer.engine.algorithms import TABLE
from treeexplorer.engine.analysis import analysis_of
from treeexplorer.gallery import examples
from treeexplorer.notation import parse_all
from treeexplorer.rules import ALGORITHMS
from treeexplorer.tree import GameTree, Number

ANSWERS = Path(__file__).with_name("answers.jsonl.gz")
RANDOM_TREES = 300
LARGE = 120  # nodes beyond which calls, leaves and cut-offs are digests
TOO_LARGE_FOR_INTERVALS = 600
SHOWN = 60  # nodes beyond which it is not looked at what is drawn

Case = dict[str, Any]


# -- trees -----------------------------------------------------------------------------------------


class _Writer:
    """Writes a random tree as text: irregular, with ties, and one oddity for each kind."""

    def __init__(self, seed: int) -> None:
        self.random = random.Random(seed)
        self.kind = ("plain", "chance", "elided", "unknown", "decimal", "players")[seed % 6]
        self.deepest = 2 + seed % 4

    def text(self) -> str:
        levels = self.random.choice(["max min", "min max", "max min min", "max"])
        if self.kind == "chance":
            levels = self.random.choice(["max chance min chance", "chance max min"])
        return f"@levels {levels}\n{self.node(0)}\n"

    def node(self, ply: int) -> str:
        chance = self.random
        if ply and (ply >= self.deepest or chance.random() < 0.2):
            return self.leaf()
        children = [self.node(ply + 1) for _ in range(chance.randint(1, 4 if ply < 3 else 3))]
        estimate = f"~{chance.randint(-4, 4)}"
        if self.kind == "elided" and chance.random() < 0.25:
            children.append("...")
        player = ""
        if self.kind == "players" and chance.random() < 0.3:
            player = chance.choice(["max", "min"])
        if self.kind == "players" and chance.random() < 0.2:
            player = "chance"
        return f"{player}{estimate}[{' '.join(children)}]"

    def leaf(self) -> str:
        chance = self.random
        if self.kind == "unknown" and chance.random() < 0.08:
            return chance.choice("xy?")
        if self.kind in {"decimal", "chance"} and chance.random() < 0.3:
            return str(chance.choice([0.1, 0.5, -1.5, 2.25]))
        if self.kind == "decimal" and chance.random() < 0.1:
            return chance.choice(["inf", "-inf", "123456789012345678901"])
        return str(chance.randint(-4, 5))


def texts() -> Iterator[tuple[str, str]]:
    """Yield the name and the text of every tree: the built-in examples, then random ones."""
    for example in examples():
        yield example.name, example.path.read_text(encoding="utf-8")
    for seed in range(RANDOM_TREES):
        yield f"random-{seed}", _Writer(seed).text()


def rules_for(tree: GameTree, name: str) -> Iterator[dict[str, Any]]:
    """Yield the rules to search a tree with: every search, every convention, some mixtures."""
    chance = random.Random(name)
    for algorithm in ALGORITHMS:
        row = TABLE[algorithm]
        if row.takes_chance if tree.has_chance else not row.for_chance:
            yield {"algorithm": algorithm}
    yield {"cutoff": ">"}
    yield {"fail": "hard"}
    yield {"cutoff": ">", "fail": "hard"}
    yield {"order": "right-to-left"}
    for form in ("exchanged", "bounds", "two-functions"):
        yield {"form": form, "order": chance.choice(["left-to-right", "right-to-left"])}
    yield {"fail": chance.choice(["soft", "hard"]), "window": [chance.randint(-3, 1), 2]}
    yield {"cutoff": chance.choice([">", ">="]), "depth": chance.choice([1, 2])}
    yield {"algorithm": "pvs", "order": "right-to-left", "window": [-1, chance.randint(0, 3)]}
    yield {"algorithm": "negascout", "depth": 2}
    yield {"algorithm": "mtdf", "window": [chance.randint(-3, 3), 4], "order": "right-to-left"}
    yield {"order": "estimates", "fail": chance.choice(["soft", "hard"])}
    yield {"order": "killer", "cutoff": chance.choice([">", ">="])}


# -- answers ---------------------------------------------------------------------------------------


def written(number: Number | None) -> str | None:
    """Return a number so that equal numbers are written alike."""
    return None if number is None else str(number)


def _answers(record: Record, *, intervals: bool) -> Case:
    calls = []
    for call in range(len(record.nodes)):
        alpha, beta = map(written, record.entry_window(call))
        value, after = written(record.value(call)), written(record.parent_v_after[call])
        calls.append(
            f"{record.node(call)} ({alpha},{beta}){record.null_question(call)} {value} {after}"
        )
    cuts = []
    for cut in analysis_of(record).cut_offs:
        witness = f"{cut.witness.node}>{cut.witness.child}" if cut.witness else cut.source
        skipped = ",".join(map(str, cut.skipped)) + ("…" if cut.elided else "")
        depth = "deep " if cut.deep else ""
        text = f"{cut.step}: {depth}{cut.kind} at {cut.node} after {cut.after}"
        cuts.append(f"{text} {written(cut.v)}/{written(cut.bound)} {skipped} by {witness}")
    case: Case = {
        "steps": record.steps,
        "calls": calls,
        "leaves": [node for _, node, _ in record.readings()],
        "cuts": cuts,
        "waits": record.waits_for,
    }
    if record.root_value is not None:
        result = analysis_of(record)
        case["value"] = f"{result.value} {result.bound}"
        case["best"] = (
            f"{result.moves(0).best} ties {list(result.moves(0).ties)} line {list(result.line)}"
        )
    if intervals:
        case["intervals"] = _interval_changes(record)
    return case


def _interval_changes(record: Record) -> list[str]:
    intervals = analysis_of(record).intervals
    known: dict[int, tuple[Number, Number]] = {}
    changes = []
    for step in range(record.steps + 1):
        for node in range(len(record.tree)):
            low, high = intervals.at(node, step)
            if known.get(node) != (low, high):
                known[node] = low, high
                changes.append(f"{step}: {node} {low}…{high}")
    return changes


def answers(tree: GameTree, stated: dict[str, Any]) -> Case:
    """Return everything that a search of a tree under stated rules answers."""
    fields: dict[str, Any] = {
        name: tuple(v) if name == "window" else v for name, v in stated.items()
    }
    try:
        record = search(tree, Rules(levels=tree.levels, **fields))
    except ValueError as error:
        return {"error": str(error)}
    case = _answers(record, intervals=len(tree) <= TOO_LARGE_FOR_INTERVALS)
    for name in ("calls", "leaves", "cuts", "intervals"):
        if name in case and (len(tree) > LARGE or name == "intervals"):
            case[name] = _shortened(case[name])
    return case


def _shortened(rows: list[Any]) -> str:
    """Return how many rows there are, and a digest of them."""
    digest = hashlib.blake2s("\n".join(map(str, rows)).encode(), digest_size=5).hexdigest()
    return f"{len(rows)} rows, {digest}"


def trees_of(text: str) -> list[GameTree]:
    """Return the trees of a text."""
    return [exercise.tree for exercise in parse_all(text)]


def shown_of(text: str, name: str) -> Case:
    """Return what is shown of a random tree."""
    return shown(text, name, list(rules_for(trees_of(text)[0], name)))


def trees() -> Iterator[tuple[str, str, int]]:
    """Yield the name and the text of every tree, and which tree of the text it is."""
    for name, text in texts():
        for index in range(len(trees_of(text))):
            yield name, text, index


def line_of(name: str, text: str, index: int) -> str:
    """Return what is written down of a tree."""
    tree = trees_of(text)[index]
    cases = [{"rules": rules, **answers(tree, rules)} for rules in rules_for(tree, name)]
    line = {"name": name, "index": index, "text": text, "cases": cases}
    if name.startswith("random") and len(tree) <= SHOWN:
        line["shown"] = shown_of(text, name)
    return json.dumps(line, ensure_ascii=False) + "\n"


def golden() -> list[dict[str, Any]]:
    """Return what is written down."""
    with gzip.open(ANSWERS, "rt", encoding="utf-8") as file:
        return [json.loads(line) for line in file]


def differences(line: dict[str, Any]) -> Iterator[str]:
    """Yield a sentence for each case of a tree that is answered otherwise today."""
    tree = trees_of(line["text"])[line["index"]]
    for case in line["cases"]:
        now = json.loads(json.dumps({"rules": case["rules"], **answers(tree, case["rules"])}))
        for name in sorted(case.keys() | now.keys()):
            if case.get(name) != now.get(name):
                before, after = _first_difference(case.get(name), now.get(name))
                where = f"{line['name']} {line['index']} {case['rules']}"
                yield f"{where}: {name} was {before}, is {after}"
                break
    if "shown" in line:
        before, now = line["shown"], json.loads(json.dumps(shown_of(line["text"], line["name"])))
        for name in sorted(before.keys() | now.keys()):
            if before.get(name) != now.get(name):
                old, new = _first_difference(before.get(name), now.get(name))
                yield f"{line['name']} {now['rules']}: {name} was {old}, is {new}"


def _all_differences(line: dict[str, Any]) -> list[str]:
    return list(differences(line))


def _first_difference(before: Any, after: Any) -> tuple[Any, Any]:
    if isinstance(before, dict) and isinstance(after, dict):
        before, after = sorted(before.items()), sorted(after.items())
    if not (isinstance(before, list) and isinstance(after, list)):
        return before, after
    for old, new in zip(before, after, strict=False):
        if old != new:
            return old, new
    return f"{len(before)} rows", f"{len(after)} rows"


def page_of(line: dict[str, Any]) -> str:
    """Return the page of a tree as it is today."""
    return pages.page(line["text"], line["name"], line["shown"]["rules"])


def write_pages() -> None:
    """Write each page anew."""
    pages.FOLDER.mkdir(exist_ok=True)
    for old in pages.FOLDER.glob("*.txt"):
        old.unlink()
    for line in pages.have_pages(golden()):
        path = pages.FOLDER / f"{line['name']}.txt"
        path.write_text(page_of(line), encoding="utf-8")


def main() -> int:
    """Compare, or write anew."""
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("--write", action="store_true", help="write the answers of today")
    parser.add_argument("--pages", action="store_true", help="write the pages of today")
    asked = parser.parse_args()
    if asked.write:
        with ProcessPoolExecutor() as pool:
            written_lines = pool.map(line_of, *zip(*trees(), strict=True), chunksize=4)
            text = "".join(written_lines)
        ANSWERS.write_bytes(gzip.compress(text.encode(), 9, mtime=0))
    if asked.write or asked.pages:
        write_pages()
        return 0
    with ProcessPoolExecutor() as pool:
        found = [
            each for some in pool.map(_all_differences, golden(), chunksize=4) for each in some
        ]
    print("\n".join(found[:200]) or "no difference")
    print(f"{len(found)} differences", file=sys.stderr)
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main())
