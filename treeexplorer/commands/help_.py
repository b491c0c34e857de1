"""``treeexplorer help`` and ``examples``: what is explained in words; the examples."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import asdict
from textwrap import fill
from typing import Any, Final

import click
from click.shell_completion import CompletionItem

from treeexplorer import gallery
from treeexplorer.commands import call_options, printing, problems
from treeexplorer.course_file import find_course
from treeexplorer.rules import list_rule_values
from treeexplorer.text import aligned, quoted, safe

_WIDTH: Final = 100
_JSON_WIDTH: Final = 96
_HIDDEN_SPACE: Final = "\0"
NOTATION = """\
A tree is written as nested lists, left to right, as it is drawn:

  [[3 12 8] [2 4 6] [14 5 2]]      a MAX root over three MIN nodes
  [[3, 12, 8], [2, 4, 6]]          commas are fine, so a list from Python or JSON is a tree

One node, with all that can be written at it, in this order and without spaces between:

  0.5*  /  C:  min  (3,inf)  ~4  <=2  [2 4 6]
  |     |  |   |    |        |   |    children, separated by spaces, newlines or commas
  |     |  |   |    |        |   a claim: 6 =6 5/3 a value, >=8 <=2 a bound, ? =? a blank
  |     |  |   |    |        an estimate, used where the depth limit ends the search
  |     |  |   |    a claim: the window (α, β) on entry; (?,?) is a blank
  |     |  |   whose node it is: max min chance, or ▲ ▽ ○; else its level's player
  |     |  a name; in quotes unless it is a word
  |     a claim: the slash across a pruned branch
  a probability, under a chance node: 0.5 or 1/6

  Leaves        3 -7 0.5 1e3 inf -inf; a word (x) is an unknown, ? one without a name
  ...           the last child: there are further children, not drawn
  6[1 5 6]      a node with the claim 6;  6 [1 5 6] would be a leaf and a node
  # …           a comment to the end of the line

Claims are what somebody wrote: `treeexplorer check` checks them, no search uses them.

A file holds one tree or several, each on a new line. Lines that begin with @ stand above the
tree that they are about:

  @title TEXT  @source TEXT  @name TEXT  @note TEXT
  @levels max min            the players by ply, repeated
  @algorithm alphabeta       {algorithm}
  @form classic              the printed form: {form}
  @cutoff >=                 cut when α ≥ β;  >  only when α > β
  @fail soft                 what falls outside the window is returned as it is;  hard  clamped
  @order left-to-right       {order}
  @window -inf inf           the root's window
  @range 0 10                all values are known to lie from 0 to 10
  @depth 3                   search so many plies, then use estimates
  @windows entry             written windows are those on entry;  exit  those on leaving

and claims about the whole tree:

  @cuts none                 nothing is pruned
  @best C                    the best move;  C D  both are as good;  none  none is proven;  ?
  @read 7                    as many leaves are read;  ?  a blank
  @pruned C.2 if x >= 5      for which values of an unknown a node is pruned;  always  never

A node is told by its address (root, 2, 2.1: the first child of the second), its name, or its
letter in the drawing (A, B.2). A file treeexplorer.toml beside the trees or above them states
the rules of a course: cutoff = ">", fail = "hard", levels = ["max", "min"]; title and
instructions for its sheets. A built-in example, and a tree that is in no file, has the
one of the working folder. Options beat directives, directives the course, the course the
built-in rules.
"""

COURSE = """\
A week of a course, to be copied and tried, has its rules, four trees, their sheet and key, and what
five students handed in. It stands in
{folder}

The sheet, of these trees or your own (`treeexplorer generate --level 3 --count 4` makes some):

  treeexplorer sheet trees -o sheet.html --key key.tree --blank blank.tree --name-field

  sheet.html   the handout: --as html, latex, markdown or moodle; it tells nothing of the answer
  key.tree     the key, for `grade`; a key that ends as the handout does is for people
  blank.tree   the file to fill in: a ? wherever something is to be written

What is asked for: --ask values,cuts (unless something else is said), windows or exit-windows, best,
read, and pruned-if where a leaf is unknown. --variants 4 makes sheets A to D. A folder leaves out
the keys and files to fill in that were made of it before.

A file treeexplorer.toml beside the trees states the rules of the course, as cutoff = ">", and the
title and instructions of its sheets. They stand on every sheet in words, and in its files. It is
looked for beside the trees and above them, up to your home folder. {file}

The hand-ins, marked:

  treeexplorer grade key.tree hand-ins --csv points.csv --feedback feedback

A folder of keys marks the hand-ins of all variants, each by the key whose leaves it has. What
cannot be read in a hand-in is named and costs its line, or its tree where a bracket is missing;
@name Anna in it fills the column name. --statistics FILE has a row for every question.

{scheme}

A course page (--as moodle) marks each field by itself, so that what follows from a mistake is wrong
there. The window with which the search begins earns nothing, nor does a “never” beside conditions.
The first leaf below a node, the last, the largest or the smallest takes off, where it is wrong,
what it earns elsewhere, at most two points: leaves that are copied everywhere earn about nothing.
Moodle counts whole points: set the mark of a question in the quiz to the N of --points, unless N is
a multiple of its points. --variants draws some trees otherwise, where no other leaves will do.

What sheet --text FILE says in any language on a handout, in its key and in the file to fill in. In
the file stands one a line, as name = "Nom"; {search} and the like stand for what is put there, and
language is the code that a page of HTML has for browsers and for those who have it read out:

"""

JSON = (
    "--json prints JSON Lines: UTF-8, one object a line. Numbers are as in the file, "
    'infinities the strings "inf" and "-inf", and fractions that no decimal writes exactly '
    'strings such as "5/3". Nodes are addresses (root, 2.1), beside name (as in the file, or '
    "null) and label (what drawings call it); below ply 1,000 the middle of an address is left "
    "out. Field names are stable."
)
_EXERCISE = "title, source, notes, levels, nodes, leaves, plies, text (in the notation)"
_RULES = "algorithm form cutoff fail order levels window range depth"
_JSON_FIELDS = {
    "every line": "schema (2); of a tree that was read also file (as given), tree (from 1)",
    "solve": f"one line a tree: title, {_RULES}, value, bound (exact lower upper open), interval, "
    "best, ties, may_tie, may_be_better, line, line_length (of a line cut short), nodes, visited, "
    "calls, leaves, "
    "evaluated, evaluations, steps, cutoffs [step, node, kind, deep, after, v, bound, skipped, "
    "witness {node, child}, source], pruned [{node, leaves, elided (true where undrawn children "
    "are meant)}], read [values in order]",
    "trace": "one line a step: step, kind (visit leaf return cut), node, name, label, ply, "
    "player, window, value, child, v, before, cut, skipped, elided, text, facts",
    "check": "one line a claim: line, column, node, label, claim, written, found, as (returned "
    "minimax), right, follows, why; and a last line a tree: claims, wrong, mistakes, blank, "
    "headline, fits",
    "grade": "one line a hand-in: hand-in, name, variant, points, maximum, mistakes, follow-on, "
    "blanks, problem, slip, remarks, trees [{title, points, maximum, mistakes, follow-on, blanks, "
    "claims [{node, claim, written, right, follows}]}]; points null where it was not graded",
    "compare": f"one line a search: name, {_RULES}, value, best, visited, evaluated, evaluations, "
    "calls, cutoffs, difference, problem",
    "unknowns": "one line a piece: unknown, from, to, closed, value (a number, the unknown, or "
    "{slope, constant}), bound (exact lower upper open), best, cut, cut_undrawn (nodes whose "
    "undrawn children are cut); and one a node: unknown, node, label, elided (true where its "
    "undrawn children are meant), cut_for",
    "why": "one line a tree: node, name, label, outcome (cut-off visited pruned, or null "
    "where the search waits for an unknown), step (at which it is entered, or null), text, facts",
    "verify": "one line a program: program, right, layer, headline, findings [sentences], mistakes "
    "[{listing, number (the line), instead, name, words, right (the right line)}], smallest {tree, "
    "value, leaves, move, failure, right_value, right_leaves, right_moves}, notes; of one that "
    "could not be started program, right, layer and headline; with --log one line: log, right, "
    "headline, rows, agree, first_wrong {line, node, value, alpha, beta, right_node, right_value, "
    "right_alpha, right_beta}, explanation, notes",
    "order": "one line an order: goal (null as drawn, best, sorted, worst), leaves, evaluations, "
    "exact (whether no other order is better or worse), text (the tree so ordered)",
    "generate and game": f"one line a tree: {_EXERCISE}",
    "growth": "one line a depth: branching, depth, minimax, worst, random, best, root",
    "facts": "of trace and why, each with its kind in fact: bound {node, low, high}; has {node, "
    "value, through (the child, or null)}; test {node, left, op, right, holds}; would_cut {node, "
    "after, end (alpha or beta), op, value}; elsewhere {node, rules, outcome}; needs {node, "
    "value}; pruned {nodes, leaves, elided}",
    "examples": "one line an example: name, folder, heading, title, source, path",
    "errors": "a file that cannot be read, where several are given: file, error {line, column, "
    "message, hint}",
}


def _find_command_group(ctx: click.Context) -> click.Group:
    """Return the command line, which holds all commands."""
    group = ctx.find_root().command
    assert isinstance(group, click.Group)  # noqa: S101 - the command line is one
    return group


def _complete_topic(ctx: click.Context, _param: Any, incomplete: str) -> list[CompletionItem]:
    """Complete the name of a topic or a command."""
    commands = _find_command_group(ctx).list_commands(ctx)
    topics = ["student", "course", "notation", "json", *commands]
    return call_options.list_completions(incomplete, topics)


@click.command("help")
@click.argument(
    "topic",
    required=False,
    metavar="[COMMAND | student | course | notation | json]",
    shell_complete=_complete_topic,
)
@click.pass_context
def help_(ctx: click.Context, topic: str | None) -> None:
    """Explain a command, the notation or the JSON; guide a student, or a course."""
    match topic:
        case None:
            click.echo(ctx.find_root().get_help())
        case "student":
            from treeexplorer.guides import student

            click.echo(student(), nl=False)
        case "notation":
            click.echo(_render_notation_page(), nl=False)
        case "course":
            click.echo(_render_course_page())
        case "json":
            click.echo(_render_json_page())
        # Any other topic is taken for the name of a command.
        case _:
            click.echo(_get_help_of_command(ctx, topic))


def _render_notation_page() -> str:
    """Return the page on the notation, with the values of the rules that have many."""
    other_values_by_rule = {
        rule: " ".join(list_rule_values(rule)[1:]) for rule in ("algorithm", "form", "order")
    }
    return NOTATION.format(**other_values_by_rule)


def _render_course_page() -> str:
    """Return the page of ``help course``: how sheets are made and hand-ins marked.

    The page is the text ``COURSE`` with its placeholders filled in, and below it a file of phrases
    for ``sheet --text``.
    """
    from treeexplorer.course.scheme import SCHEME

    text_by_placeholder = {
        "{file}": _describe_course_file(),
        "{scheme}": fill(f"{SCHEME} --points N scales each tree to N.", _WIDTH),
        "{folder}": safe(str(gallery.course_folder())),
    }
    page = COURSE
    for placeholder, text in text_by_placeholder.items():
        # By replace(), not format(), as the page has other braces, which are to stay.
        page = page.replace(placeholder, text)
    return page + "\n".join(_list_phrases())


def _describe_course_file() -> str:
    """Say which course file holds in the working folder."""
    course_file = find_course().path
    if course_file is None:
        return "There is none here."
    return f"Here it is {safe(str(course_file))}."


def _render_json_page() -> str:
    """Return the page on the JSON: what holds of all of it, then the fields of each command."""
    paragraphs = [fill(JSON, _JSON_WIDTH)]
    for name, fields in _JSON_FIELDS.items():
        indented = fill(fields, _JSON_WIDTH, initial_indent="  ", subsequent_indent="  ")
        paragraphs.append(f"{name}\n{indented}")
    return "\n\n".join(paragraphs)


def _get_help_of_command(ctx: click.Context, name: str) -> str:
    """Return the text of ``--help`` of the command with a name.

    A CallError is raised if there is no such command.
    """
    command = _find_command_group(ctx).get_command(ctx, name)
    if command is None:
        raise problems.CallError(
            f"there is no help on {quoted(name)}; `treeexplorer help` lists the commands"
        )
    # A context like that of a real call, so that the usage line says `treeexplorer solve`.
    with click.Context(command, info_name=name, parent=ctx.find_root()) as command_context:
        return command.get_help(command_context)


def _list_phrases() -> Iterator[str]:
    """Yield the lines of a file for ``sheet --text`` with every phrase of a sheet, in English.

    A line is ``name = "phrase"``. The last line, ``words = ["…", …]``, is long: it is broken
    between two words, never within one.
    """
    from treeexplorer.course.wording import PHRASES, WORDS

    for name, phrase in PHRASES.items():
        yield f'  {name} = "{phrase}"'

    # `fill` breaks lines at spaces, so the spaces within a word are hidden from it.
    words = [f'"{word}"'.replace(" ", _HIDDEN_SPACE) for word in WORDS.values()]
    line = f"words = [{', '.join(words)}]"
    broken_line = fill(line, _WIDTH, initial_indent="  ", subsequent_indent="    ")
    yield broken_line.replace(_HIDDEN_SPACE, " ")


# -- examples ----------------------------------------------------------------------------------


@click.command("examples")
@call_options.json_option
def examples(as_json: bool) -> None:
    """List the built-in examples; their names stand where FILE stands."""
    listed = gallery.examples()
    # A row for each example: all its fields, and two that are computed.
    if as_json:
        printing.print_json_rows(
            {**asdict(each), "heading": each.heading, "path": str(each.path)} for each in listed
        )
    else:
        printing.print_lines(aligned((each.name, each.heading, each.title) for each in listed))
