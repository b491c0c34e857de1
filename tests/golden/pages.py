"""Sixty small trees on a page each: what is printed, told and drawn of them, to be read.

A sentence that is worded otherwise is a line in the difference of a page. The rules, the nodes and
the person's answers are drawn by lot from the tree's name.
"""

from __future__ import annotations

import random
import tempfile
from collections.abc import Iterable, Iterator
from contextlib import chdir
from dataclasses import replace
from itertools import islice
from pathlib import Path
from typing import Any, Final

from click.testing import CliRunner

from tests.judging.filled import random_paper
from treeexplorer.cli import command_line
from treeexplorer.course_file import Course
from treeexplorer.engine import Record, search
from treeexplorer.engine.algorithms import rules_of
from treeexplorer.explain.snapshot import Snapshot, snapshot
from treeexplorer.notation import parse, write

FOLDER: Final = Path(__file__).with_name("pages")
PAGES: Final = 60
SMALLEST: Final = 5
LARGEST: Final = 13
"""The nodes of a tree that has a page."""


def have_pages(lines: Iterable[dict[str, Any]]) -> list[dict[str, Any]]:
    """Return the lines of ``answers.jsonl.gz`` whose trees have a page."""
    small = (
        line
        for line in lines
        if "shown" in line
        and "error" not in line["shown"]
        and SMALLEST <= len(parse(line["text"]).tree) <= LARGEST
    )
    return list(islice(small, PAGES))


def page(text: str, name: str, rules: dict[str, Any]) -> str:
    """Return the page of a tree."""
    chance = random.Random(name)
    exercise = parse(text)
    paper = write(replace(exercise, claims=random_paper(chance, exercise.tree, 0.4)))
    options = [f"--{rule.replace('_', '-')}={_as_option(value)}" for rule, value in rules.items()]
    stated = {rule: _as_stated(value) for rule, value in rules.items()}
    record = search(exercise.tree, rules_of(exercise, Course(), stated).rules)
    node = exercise.tree.address(chance.randrange(len(exercise.tree)))
    step = str(_step_to_draw(record, chance))
    blocks = [
        text.strip(),
        *(
            printed(arguments, options, text, paper)
            for arguments in (
                ["trace", "tree.tree"],
                ["why", "tree.tree", node],
                ["why", "tree.tree", node, "--step", step],
                ["compare", "tree.tree"],
                ["draw", "tree.tree", "--step", step],
            )
        ),
        paper.strip(),
        printed(["check", "paper.tree"], options, text, paper),
        printed(["draw", "paper.tree", "--claims"], options, text, paper),
        "\n".join(told(record)),
    ]
    return "\n\n".join(blocks) + "\n"


def _as_option(value: Any) -> str:
    return ",".join(map(str, value)) if isinstance(value, list) else str(value)


def _as_stated(value: Any) -> Any:
    return tuple(value) if isinstance(value, list) else value


def _step_to_draw(record: Record, chance: random.Random) -> int:
    """Return the step of the first cut-off, or any where there is none."""
    if record.cuts:
        return record.returned_at(record.cuts[0])
    return chance.randrange(record.steps + 1)


def printed(arguments: list[str], options: list[str], text: str, paper: str) -> str:
    """Return a command line and what it prints, errors among it."""
    with tempfile.TemporaryDirectory() as folder, chdir(folder):
        Path("tree.tree").write_text(text, encoding="utf-8")
        Path("paper.tree").write_text(paper, encoding="utf-8")
        done = CliRunner().invoke(command_line, [*arguments, *options])
    assert isinstance(done.exception, SystemExit | None), (arguments, done.exception)
    lines = [line.rstrip() for line in done.output.rstrip().split("\n")]
    return "\n".join([f"$ treeexplorer {' '.join([*arguments, *options])}", *lines])


def told(record: Record) -> Iterator[str]:
    """Yield the lines that the screen has at each step."""
    for step in range(record.steps + 1):
        yield f"step {step}"
        yield from (f"    {line}" for line in _told_at(snapshot(record, step)))


def _told_at(moment: Snapshot) -> Iterator[str]:
    banner = moment.banner
    first = [str(part) for part in (banner.heading, banner.test, banner.right) if part is not None]
    yield " | ".join(first)
    yield from map(str, banner.lines)
    yield from (f"why: {sentence}" for sentence in moment.beyond)
