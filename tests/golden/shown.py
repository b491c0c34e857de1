"""What is printed, told, asked, judged and drawn of a small tree and its logs, in digests.

The rules, the steps, the sizes and the person's answers are drawn by lot from the tree's name.
"""

from __future__ import annotations

import hashlib
import random
import tempfile
from collections.abc import Iterator
from contextlib import chdir
from dataclasses import replace
from pathlib import Path
from typing import Any

from click.testing import CliRunner

import treeexplorer as te
from tests.drawing.places import coloured, diagram, icicle
from tests.judging.filled import random_paper
from tests.programs.printed_logs import log_of
from treeexplorer.cli import command_line
from treeexplorer.course_file import Course
from treeexplorer.drawing.figures import FigureOptions
from treeexplorer.drawing.latex import latex_document
from treeexplorer.drawing.styled_text import Look, Size
from treeexplorer.drawing.svg import svg
from treeexplorer.engine import Record, search
from treeexplorer.engine.algorithms import rules_of
from treeexplorer.explain.snapshot import moment_of, snapshot
from treeexplorer.marking.check import Check
from treeexplorer.marking.entries import EntryError
from treeexplorer.marking.practise import Ending, begin_quiz
from treeexplorer.marking.worksheet import Worksheet
from treeexplorer.notation import parse, write
from treeexplorer.programs.log import compare_log
from treeexplorer.rules import Rules
from treeexplorer.tree import GameTree

LOGS = 6
LARGEST_OF_LOGS = 30
SIZES = (Size(40, 12), Size(60, 16), Size(80, 20), Size(110, 36))
COMMANDS = """
    solve --table
    solve --json
    solve --as STYLE
    trace
    trace --json
    trace --TABLE
    why NODE
    why NODE --json
    why NODE --step STEP
    compare --json
    compare --between RULE RULE
    order --ORDER
    unknowns
    unknowns --json
    draw --step STEP
    draw --ascii --claims
    check
    check --json
    grade paper.tree
    grade paper.tree --json --points 7 --statistics statistics.csv
    grade paper.tree --feedback feedback --csv marks.csv
    sheet --as SHEET --key key.tree --points 3
    sheet --as SHEET --ask ASKED --blank blank.tree --name-field
    sheet --as SHEET --key key.html --variants 2 -o out
    export --to svg --steps cut-offs -o figure.svg
    export --to svg --claims
    export --to latex --blank
    export --to latex --step STEP
    export --to html
    export --to html --practise
"""
CHOICES = {
    "STYLE": ("text", "markdown", "latex", "html", "csv", "tree"),
    "TABLE": ("markdown", "csv"),
    "RULE": ("alphabeta", ">", "fail-hard", "pvs", "minimax", "mtdf", "sss", "right-to-left"),
    "ORDER": ("best", "worst", "sorted"),
    "SHEET": ("markdown", "latex", "html", "moodle"),
    "ASKED": ("values", "cuts", "windows", "best", "values,cuts,best", "windows,read"),
}


def digest(shown: object) -> str:
    """Return a digest of something by what it shows."""
    return hashlib.blake2s(str(shown).encode(), digest_size=4).hexdigest()


def shown(text: str, name: str, all_rules: list[dict[str, Any]]) -> dict[str, Any]:
    """Return the rules that were drawn, and digests of what is shown under them."""
    chance = random.Random(name)
    rules = chance.choice(all_rules)
    changes: dict[str, Any] = {**rules}
    if "window" in rules:
        changes["window"] = tuple(rules["window"])
    exercise = parse(text)
    paper = random_paper(chance, exercise.tree, chance.choice([0.2, 0.5]))
    paper_text = write(replace(exercise, claims=paper))
    found: dict[str, Any] = {"rules": rules, "printed": printed(text, paper_text, rules, name)}
    try:
        resolved = rules_of(exercise, Course(), changes).rules
        record = search(exercise.tree, resolved)
        checked = Check(record, paper)
        sheet = Worksheet.opened(replace(exercise, claims=paper), resolved)
    except te.TreeexplorerError as error:
        return {**found, "error": digest(error)}
    found["drawn"] = list(drawn(record, checked, random.Random(name)))
    found["told"] = [digest(list(told(record, step))) for step in range(record.steps + 1)]
    asked = [*questions(record, random.Random(name)), *worked(sheet, random.Random(name))]
    found["asked"] = [digest(said) for said in asked]
    found["logs"] = [*map(digest, compared_logs(exercise.tree, resolved, random.Random(name)))]
    return found


# -- commands --------------------------------------------------------------------------------------


def printed(text: str, paper: str, rules: dict[str, Any], name: str) -> dict[str, str]:
    """Return a digest of what each command prints and writes."""
    stated = [
        f"--{rule.replace('_', '-')}={','.join(map(str, v)) if rule == 'window' else v}"
        for rule, v in rules.items()
    ]
    tree = parse(text).tree
    found = {}
    with tempfile.TemporaryDirectory() as folder, chdir(folder):
        Path("tree.tree").write_text(text, encoding="utf-8")
        Path("paper.tree").write_text(paper, encoding="utf-8")
        solved = CliRunner().invoke(
            command_line, ["solve", "tree.tree", "--as", "tree", *stated, "-o", "solved.tree"]
        )
        assert not isinstance(solved.exception, Exception) or solved.exit_code
        kept = {"tree.tree", "paper.tree", "solved.tree"}
        for command in COMMANDS.strip().splitlines():
            chance = random.Random(name + command)
            arguments = [argument(word, tree, chance) for word in command.split()]
            arguments.insert(1, file_for(arguments))
            own_rules = [] if arguments[0] == "grade" else stated
            done = CliRunner().invoke(command_line, [*arguments, *own_rules])
            assert isinstance(done.exception, SystemExit | None), (arguments, done.exception)
            files = {}
            for path in sorted(Path().rglob("*")):
                if path.is_file() and path.name not in kept:
                    files[str(path)] = path.read_bytes()
                    path.unlink()
            found[command.strip()] = digest((done.exit_code, done.output, files))
    return found


def argument(word: str, tree: GameTree, chance: random.Random) -> str:
    """Return what stands for a word in capitals, drawn by lot; any other word as it is."""
    option = word.removeprefix("--")
    if option in CHOICES:
        return word.replace(option, chance.choice(CHOICES[option]))
    drawn_number = str(chance.randrange(len(tree) + 1))
    return {"NODE": tree.address(chance.randrange(len(tree))), "STEP": drawn_number}.get(word, word)


def file_for(arguments: list[str]) -> str:
    """Return the file that a command reads: the paper, its key, or the tree."""
    if arguments[0] == "grade":
        return "solved.tree"
    return "paper.tree" if arguments[0] == "check" or "--claims" in arguments else "tree.tree"


# -- steps -----------------------------------------------------------------------------------------


def drawn(record: Record, checked: Check, chance: random.Random) -> Iterator[str]:
    """Yield digests of the drawings of some steps, with the paper at the end."""
    cuts = [record.returned_at(row) for row in record.cuts[:2]]
    for step in sorted({0, record.steps, *cuts, chance.randrange(record.steps + 1)}):
        look = Look(ascii=chance.random() < 0.2, marks=chance.random() < 0.3)
        if chance.random() < 0.3:
            look = replace(look, cursor=chance.randrange(len(record.tree)))
        if step == record.steps:
            look = replace(look, answers=checked.paper)
        moment, room = snapshot(record, step), chance.choice(SIZES)
        for draw in (diagram, icicle):
            yield digest(coloured(draw, moment, room, look))
        options = FigureOptions(caption=False, paper=look.answers)
        yield digest(svg(record, step, options))
        yield digest(latex_document(record, step, options))


def told(record: Record, step: int) -> Iterator[object]:
    """Yield all that the screen says at a step, and which step shows one of the nodes."""
    moment = snapshot(record, step)
    yield from (moment.banner, moment.changes, moment.opponents_bound, moment.rails, moment.axis)
    yield from (moment.read, moment.pruned, moment.to_come, moment.sentence, moment.beyond)
    yield [(*view, view.value) for view in map(moment.view, range(len(record.tree)))]
    yield (moment.path(), moment_of(record, step % len(record.tree), step))


# -- questions -------------------------------------------------------------------------------------


def questions(record: Record, chance: random.Random) -> Iterator[object]:
    """Yield what practise says to answers that are right by half."""
    quiz = begin_quiz(record)
    numbers = [*{value for value in record.tree.leaf_values if value is not None}, "inf", "-inf"]
    while quiz.question is not None:
        answers = quiz.question.answers
        tries = 0
        for _ in range(2):
            wrong = {name: str(chance.choice(numbers)) for name in answers}
            wrong |= {"cut": chance.choice(["yes", "no"])} if "cut" in answers else {}
            kept = {name: str(v) for name, v in answers.items() if chance.random() < 0.6}
            kept |= {"cut": "yes" if answers["cut"] else "no"} if "cut" in kept else {}
            if chance.random() < 0.3:
                quiz = quiz.ask_hint()
            tries += quiz.open
            quiz = quiz.answer({**wrong, **kept})
            yield quiz.feedback, quiz.hint, quiz.shown_step, dict(quiz.solution), tries
        quiz = quiz.next()
    yield {ending.value: quiz.score[ending] for ending in Ending}, quiz.misconceptions


def worked(sheet: Worksheet, chance: random.Random) -> Iterator[object]:
    """Yield what a worksheet says while hints are asked for and boxes are filled in."""
    tree = sheet.exercise.tree
    for _ in range(8):
        node, number = chance.randrange(len(tree)), chance.randint(-3, 5)
        texts = (f"{number}", f">={number}", f"<={number}", f"({number},{number + 2})", "/", "/...")
        try:
            sheet = sheet.enter(node, chance.choice([*texts, ""]))
        except EntryError as error:
            yield error
        sheet = sheet.ask_hint().check()
        yield [(tuple(box), checked.mark) for box, checked in sheet.marks.items()]
        sheet = sheet.ask_hint()
        yield sheet.hint, sheet.next_task, sheet.blanks, write(sheet.answered)


# -- programs --------------------------------------------------------------------------------------


def compared_logs(tree: GameTree, rules: Rules, chance: random.Random) -> Iterator[str]:
    """Yield what is said of some logs of a small tree.

    They are of alpha-beta, so that of the rules only the test for a cut-off counts.
    """
    is_small = 1 < len(tree) <= LARGEST_OF_LOGS
    if tree.has_chance or tree.unknowns or tree.elided or not is_small:
        return
    rules = Rules(levels=tree.levels, cutoff=rules.cutoff)
    for _ in range(LOGS):
        try:
            comparison = compare_log(log_of(tree, rules, chance), tree, rules)
        except te.TreeexplorerError as error:
            yield str(error)
        else:
            yield comparison.text()
