"""The command line as a whole: help, errors, colour, streams, completion."""

from __future__ import annotations

import os
import shlex
import stat
import sys
from pathlib import Path

import pexpect
import pytest
from click.shell_completion import ShellComplete

from tests.commands.calling import rows, run, shell
from treeexplorer.cli import COMMANDS, GROUPS, command_line
from treeexplorer.commands.printing import SCHEMA
from treeexplorer.files import MOST_FROM_A_STREAM
from treeexplorer.notation.directives import NAMES
from treeexplorer.rules import CONVENTIONS, RULE_NAMES, RULE_OPTIONS, list_rule_values

AIMA = "[[3 12 8] [2 4 6] [14 5 2]]"


# -- help --------------------------------------------------------------------------------------


def test_help_lists_every_command_in_its_group() -> None:
    status, output, _ = run("--help")
    assert status == 0
    for heading, names in GROUPS.items():
        assert f"{heading}:\n" in output
        for name in names:
            assert f"\n  {name} " in output
    assert run("-h")[1] == run("help")[1] == output


def test_help_says_how_words_are_completed_in_each_shell() -> None:
    output = run("--help")[1]
    for shell_name in ("bash", "zsh", "fish"):
        assert f"_TREEEXPLORER_COMPLETE={shell_name}_source" in output


def test_the_version_is_told_in_two_ways() -> None:
    assert run("-V") == run("--version")
    assert run("-V")[1].startswith("treeexplorer ")


@pytest.mark.parametrize("name", COMMANDS)
def test_every_command_explains_itself_in_three_ways(name: str) -> None:
    status, output, _ = run("help", name)
    assert status == 0
    assert output.startswith(f"Usage: treeexplorer {name} ")
    assert run(name, "-h")[1] == run(name, "--help")[1]
    assert run(name, "-h")[1].partition("\n")[2] == output.partition("\n")[2]


def test_the_page_on_the_notation_has_every_directive_and_value_and_fits_a_terminal() -> None:
    status, page, _ = run("help", "notation")
    assert status == 0
    assert max(map(len, page.splitlines())) <= 96
    for name in NAMES:
        assert f"@{name} " in page
    for convention in CONVENTIONS:
        assert all(value in page for value in list_rule_values(convention.name))


def test_the_options_of_rules_name_every_value_on_every_command() -> None:
    assert set(RULE_OPTIONS) == {*RULE_NAMES} - {"windows"}
    for command in ("solve", "trace", "draw", "compare"):
        page = " ".join(run(command, "-h")[1].split())
        for name in RULE_OPTIONS:
            assert f"--{name} " in page
            assert ", ".join(list_rule_values(name)) in page


FIELDS = {
    "solve": ("solve", "-e", "[3 [2 ...]]"),
    "trace": ("trace", "-e", "[5 [9 [[2 -100] ...]]]"),
    "check": ("check", "-e", "4[=3[3 12] [2 /4]]"),
    "compare": ("compare", "-e", AIMA),
    "unknowns": ("unknowns", "-e", "[[3 5] [x 4]]"),
    "why": ("why", "-e", AIMA, "B"),
    "examples": ("examples",),
    "order": ("order", "-e", AIMA),
    "generate and game": ("generate", "--seed", "1"),
    "growth": ("growth", "--depth", "2"),
}
NOT_OF_A_FILE = {"examples", "generate and game", "growth"}


def test_every_field_of_a_fact_is_on_its_page() -> None:
    page = run("help", "json")[1]
    (section,) = [part for part in page.split("\n\n") if part.startswith("facts\n")]
    facts = [fact for row in rows("trace", "-e", "[5 [9 [[2 -100] ...]]]") for fact in row["facts"]]
    facts += [fact for row in rows("why", "-e", AIMA, "B") for fact in row["facts"]]
    assert {fact["fact"] for fact in facts} >= {"bound", "has", "test", "pruned", "would_cut"}
    for fact in facts:
        (fields,) = [
            part for part in " ".join(section.split()).split("; ") if f"{fact['fact']} {{" in part
        ]
        assert all(name in fields for name in fact.keys() - {"fact"}), fact


@pytest.mark.parametrize("name", FIELDS)
def test_every_field_of_the_json_is_on_its_page(name: str) -> None:
    page = run("help", "json")[1]
    (section,) = [part for part in page.split("\n\n") if part.startswith(f"{name}\n")]
    common: set[str] = set() if name in NOT_OF_A_FILE else {"file", "tree"}
    for row in rows(*FIELDS[name]):
        assert common <= row.keys()
        inside = [branch.keys() for branch in row.get("pruned", ())]
        for field in (row.keys() - common).union(*inside):
            assert field in section, field
    assert f"schema ({SCHEMA})" in page


# -- problems ----------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "arguments",
    [
        ("solve", "no-such-file", "--nonsense"),
        ("solve", "no-such-file", "--cutoff", "nonsense"),
        ("--cutoff", "nonsense", "no-such-file"),
        ("no-such-file", "--nonsense"),
        ("draw", "--step", "x", "no-such-file"),
        ("why", "no-such-file"),
        ("export", "no-such-file"),
    ],
)
def test_a_file_that_is_not_there_is_said_first(arguments: tuple[str, ...]) -> None:
    status, output, errors = run(*arguments)
    assert (status, output) == (2, "")
    assert errors.startswith("treeexplorer: there is no file and no built-in example called")


WRONG_CALLS = """
solve --nonsense | --nonsense
draw aima --step x | invalid value for '--step': 'x' is not a valid integer
draw aima aima | got unexpected extra argument (aima)
solve aima -e 3 | not both
solve | which tree?
slove | did you mean `treeexplorer solve`?
help notaton | there is no help on “notaton”
solve aima --json --table | either --json, or --as and --table
trace aima --json --csv | either --json, or --markdown or --csv
solve no-such-file | no file and no built-in example
solve . | . cannot be read: is a directory
solve [[3,5],[8]] | a tree that is typed stands behind -e
solve LONG | there is no file and no built-in example called “xxx
sheet aima -o LONG | cannot be used: file name too long
solve -e "[LONG 2" | never closed
solve aima --levels "max mni" | not “mni”; did you mean min?
solve -e "[[3 ...] 4]" --levels max,chance | max chance, at A: the children of a chance node must
solve aima --window 3,3 | first number must be smaller
solve aima --tree 2 | holds one tree
solve -e "[1 x]" | --set x=
solve -e "[1 x]" --set x=one | not a number
solve -e "[[1 2] 3]" --depth 1 | no estimate
solve aima --form bounds --fail hard | decides this itself
check aima --algorithm pvs --fail hard | fail decides nothing here
why aima | name a file and a node
why -e "[1 2]" A B | name a file and a node
why aima 9 | there is no node 9
why aima 2 --step 99 | there is no step 99
draw aima --step 22 | there is no step 22; the search has 21 steps
import -e "[3, 4" | -e:1:1: the bracket opened at 1:1 is never closed
import -e '{"a": 3' | -e:1:8: this is not JSON
import nowhere.json | there is no file called “nowhere.json”
export aima | missing option '--to'
export aima --to svg --steps 99 -o x.svg | there is no step 99
export aima --to svg --steps all | -o FILE
export aima --to png | -o FILE
export two.tree --to svg | there are 2 trees
format -e "[3" | treeexplorer: -e:1:1: the bracket opened at 1:1 is never closed
format --write -e "[3]" | treeexplorer: --write needs a FILE to write to
format --write aima | treeexplorer: --write needs a FILE to write to
compare aima --between ">=" sideways | “sideways” is no search or convention
generate --plies 1 --cut-offs 1 | the nearest has 0 cut-offs
generate --branching many | --branching is a number or a range
generate --values 1.5,2 | --values is a number or a range of integers
generate --cut-offs 4-2 | a range goes upwards
generate --cutoff ~ | --cutoff takes >= or >
generate --form bounds --cutoff ">" | decides this itself
generate -o /no/such/folder/file | its folder does not exist
growth --depth x | 'x' is not a valid integer range
growth --branching 10 --depth 9 | 10^9 leaves are too many
growth --branching 1 | not in the range 2<=x<=1000
game chess --tree | there is no game “chess”. The games are tictactoe
game nim --position x --tree | a position of Nim is its heaps
game nim | the explorer needs a terminal; --tree prints
aima | needs a terminal
verify | missing argument
verify --depth 3 -- true | no such option
verify --algorithm sss --levels max,chance -- true | no rule for chance
verify --cutoff = -- true | --cutoff takes >= or >
verify -- /no/such/program | cannot be run
"""


@pytest.mark.parametrize("line", WRONG_CALLS.strip().splitlines(), ids=lambda line: line[:40])
def test_a_wrong_call_is_one_message_in_one_style_and_status_2(
    line: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "two.tree").write_text("[1 2]\n3", encoding="utf-8")
    monkeypatch.chdir(tmp_path)
    call, _, message = line.rpartition(" | ")
    arguments = [each.replace("LONG", "x" * 500_000) for each in shlex.split(call)]
    status, output, errors = run(*arguments)
    assert (status, output) == (2, "")
    assert errors.startswith(("treeexplorer: ", "-e:")), errors[:200]
    assert message in errors
    assert len(errors) < 1200
    assert "Traceback" not in errors


def test_a_first_word_that_is_a_command_is_the_command(tmp_path: Path) -> None:
    (tmp_path / "solve").write_text(AIMA, encoding="utf-8")
    assert "which tree?" in shell("treeexplorer solve", tmp_path).stderr
    assert "value        3" in shell("treeexplorer solve ./solve", tmp_path).stdout
    assert "needs a terminal" in shell("treeexplorer ./solve", tmp_path).stderr


def test_of_several_files_an_unreadable_one_is_a_line(tmp_path: Path) -> None:
    (tmp_path / "right.tree").write_text("=3[3 2]", encoding="utf-8")
    (tmp_path / "broken.tree").write_text("[3 2\n", encoding="utf-8")
    files = [str(tmp_path / name) for name in ("right.tree", "broken.tree", "none.tree")]
    right, end, broken, missing = rows("check", *files)
    assert (right["right"], end["wrong"]) == (True, 0)
    assert broken["file"] == files[1]
    assert (broken["error"]["line"], broken["error"]["column"]) == (1, 1)
    assert "never closed" in broken["error"]["message"]
    assert missing["error"]["line"] is None
    assert run("check", *files)[0] == 2


# -- colour ------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("environment", "is_coloured"),
    [
        ({}, False),
        ({"FORCE_COLOR": "1"}, True),
        ({"FORCE_COLOR": "0"}, False),
        ({"FORCE_COLOR": "1", "NO_COLOR": "1"}, False),
        ({"FORCE_COLOR": "1", "NO_COLOR": ""}, True),
    ],
)
def test_colour_follows_the_environment(
    environment: dict[str, str], is_coloured: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    for name, value in {"NO_COLOR": "", "FORCE_COLOR": "", **environment}.items():
        monkeypatch.setenv(name, value)
    for command in ("solve", "trace", "draw"):
        assert ("\x1b[" in run(command, "aima")[1]) is is_coloured


def test_one_colour_means_one_thing(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("FORCE_COLOR", "1")
    monkeypatch.setenv("NO_COLOR", "")
    output = run("solve", "aima")[1]
    assert "\x1b[94mα\x1b[0m \x1b[1;31mcut-off\x1b[0m at \x1b[33m▽B\x1b[0m" in output
    assert "\x1b[94m▲root\x1b[0m" in run("trace", "aima")[1]
    right = run("check", "-e", "=3[3 2]")[1]
    assert "\x1b[32m✓\x1b[0m" in right
    wrong = run("check", "-e", "=2[3 2]")[1]
    assert "\x1b[1;31m✗\x1b[0m" in wrong
    assert "\x1b" not in run("solve", "aima", "--json")[1]


def test_a_terminal_is_coloured() -> None:
    arguments = ["-m", "treeexplorer", "trace", "aima"]
    environment = {**os.environ, "TERM": "xterm-256color", "NO_COLOR": "", "FORCE_COLOR": ""}
    child = pexpect.spawn(sys.executable, arguments, env=environment, encoding="utf-8", timeout=120)
    assert "\x1b[94mα\x1b[0m" in child.read()


# -- streams -----------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("command", "status", "message"),
    [
        ("treeexplorer solve - <&-", 2, "standard input is closed"),
        ("treeexplorer solve aima >&-", 2, "standard output is closed"),
        ("treeexplorer solve aima > /dev/full", 2, "output cannot be written: no space left"),
        ("treeexplorer solve nowhere 2> /dev/full", 2, ""),
        ("treeexplorer solve aima > /dev/full 2>&1", 2, ""),
        ("treeexplorer trace aima | head -1 > /dev/null; exit ${PIPESTATUS[0]}", 0, ""),
        ("treeexplorer solve - < /dev/null", 2, "standard input: the file is empty"),
        ("treeexplorer solve /dev/null", 2, "/dev/null: the file is empty"),
        ("treeexplorer solve /dev/zero", 2, f"holds more than {MOST_FROM_A_STREAM // 10**6} MB"),
        ("yes | treeexplorer import -; exit ${PIPESTATUS[1]}", 2, "cannot be read: the stream"),
        ("treeexplorer solve <(echo '[1 2]')", 0, ""),
    ],
)
def test_what_is_wrong_with_a_stream_is_a_sentence(command: str, status: int, message: str) -> None:
    done = shell(command)
    assert done.returncode == status, done.stderr
    assert message in done.stderr
    assert len(done.stderr.splitlines()) == (1 if message else 0), done.stderr


def test_a_pipe_into_which_nobody_writes_is_refused(tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "pipe")
    status, _, errors = run("solve", str(tmp_path / "pipe"))
    assert status == 2
    assert "nobody writes into this pipe" in errors


def test_output_goes_through_devices_and_pipes_and_keeps_modes(tmp_path: Path) -> None:
    export = f"treeexplorer export -e '{AIMA}' --to json -o"
    assert "3, 12, 8" in shell(f"{export} /dev/stdout | cat").stdout
    done = shell(f"mkfifo pipe; {export} pipe & cat pipe; wait; test -p pipe", tmp_path)
    assert "3, 12, 8" in done.stdout
    assert stat.S_ISFIFO((tmp_path / "pipe").stat().st_mode)
    target = tmp_path / "tree.json"
    target.write_text("old", encoding="utf-8")
    target.chmod(0o640)
    assert shell(f"{export} tree.json", tmp_path).returncode == 0
    assert "3, 12, 8" in target.read_text("utf-8")
    assert stat.S_IMODE(target.stat().st_mode) == 0o640


@pytest.mark.parametrize(
    "call",
    ["solve aima", "trace aima", "solve aima 6-8-1-5-6", "generate --seed 3 --count 2"],
)
def test_json_goes_into_a_file_as_it_is_printed(call: str, tmp_path: Path) -> None:
    file = tmp_path / "answers.jsonl"
    printed = run(*call.split(), "--json")
    assert printed[0] == 0
    assert run(*call.split(), "--json", "-o", str(file)) == (0, "", printed[2])
    assert file.read_text("utf-8") == printed[1]


def test_a_figure_on_a_terminal_is_said_to_go_into_a_file() -> None:
    arguments = ["-m", "treeexplorer", "export", "aima", "--to", "latex"]
    child = pexpect.spawn(sys.executable, arguments, encoding="utf-8", timeout=120)
    assert "`-o tree.tex` writes this to a file" in child.read()


# -- completion --------------------------------------------------------------------------------


def test_completion_in_a_real_bash(tmp_path: Path) -> None:
    (tmp_path / "homework.tree").write_text(AIMA, encoding="utf-8")
    (tmp_path / "trees").mkdir()
    path = f"{Path(sys.executable).parent}:{os.environ['PATH']}"
    child: pexpect.spawn[str] = pexpect.spawn(
        "bash",
        ["--norc", "--noprofile"],
        env={**os.environ, "PATH": path, "PS1": "$ ", "TERM": "dumb"},
        encoding="utf-8",
        timeout=120,
        cwd=str(tmp_path),
        dimensions=(24, 120),
    )
    child.sendline("bind 'set enable-bracketed-paste off'; bind 'set page-completions off'")
    child.sendline('eval "$(_TREEEXPLORER_COMPLETE=bash_source treeexplorer)"; echo rea""dy')
    child.expect("ready")
    for typed, completed in (
        ("compa", "compare "),
        ("winst", "winston "),
        ("check homew", "check homework.tree "),
        ("solve --algorithm negas", "solve --algorithm negascout "),
    ):
        child.send(f"treeexplorer {typed}\t")
        child.expect_exact(f"treeexplorer {completed}")
        child.sendcontrol("u")


@pytest.mark.parametrize(
    ("typed", "completed"),
    [
        ("compa", "compare"),
        ("solve winst", "winston"),
        ("solve homew", "homew"),
        ("homew", "homew"),
        ("solve --algo", "--algorithm"),
        ("aima --order ri", "right-to-left"),
        ("export aima --to la", "latex"),
        ("game nim", "nim"),
        ("help nota", "notation"),
        ("why winst", "winston"),
    ],
)
def test_a_word_is_completed(typed: str, completed: str) -> None:
    *arguments, incomplete = typed.split()
    complete = ShellComplete(command_line, {}, "treeexplorer", "_TREEEXPLORER_COMPLETE")
    (item,) = complete.get_completions(arguments, incomplete)
    assert item.value == completed
    assert (item.type == "file") == (completed == "homew")  # the shell knows files best


@pytest.mark.parametrize("command", ["solve", "trace", "compare", "check", "order", "unknowns"])
def test_a_tree_without_a_name_has_no_heading_and_several_are_told_apart(command: str) -> None:
    known = () if command == "unknowns" else ("--set", "x=2")
    _, output, _ = run(command, "-e", "[[3 5] [x 4]]", *known)
    assert "tree" not in output.split()[:8]
    _, output, _ = run(command, "-e", "@title T\n[3 x]\n[4 x]", *known)
    assert "T" in output.split()
    assert "tree 2" in output
