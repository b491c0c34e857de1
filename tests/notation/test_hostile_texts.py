"""No text leads to a traceback or takes longer than its length allows."""

from __future__ import annotations

from functools import partial

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.laws import examples
from tests.notation.strategies import RUBBISH, documents, mutated_documents
from tests.pace import takes_in_proportion
from treeexplorer.files import FileError
from treeexplorer.notation import (
    NotationError,
    decode,
    format_document,
    load_all,
    parse_all,
    write,
)
from treeexplorer.notation import reader as reading
from treeexplorer.notation.columns import MOST_TREES
from treeexplorer.text import safe

SIZE = 20_000  # enough for anything that is not linear to be felt
SHORTER = 2_000

REPEATED = [
    "[", "]", "[]", "[[]]", "[1", "1]", "(", "{", "[(", "((3,", "6[", "6 [", "[1]]", "[3 4}", "] [",
    "#", "#\n", "[#\n", "@", "@\n", "@title x\n", "[1\n@title x\n", "title: x\n", "6 [1]\n", "1\n",
    "[1\n", "\0", " \n[",
]  # fmt: skip
WITHIN_BRACKETS = [
    "1", "1_", "a", '"', '"a', '"a":', "A:", "/", "~4", ">=", "... ", ".", ",", "1,,", "0.5*",
    "1/3*", "(3,4)", "(3,", "( ", "nan ", "max ", "max A:", "1e5", "1e400 ", "+-", "1#\n", "x ",
    "\x1b", "漢", "\u202e", '\\"', "'", "[1]/", "[1 2 x/]", "[[[[[[1 2 x/]]]]]] ",
    "[[[[[[1 2 A:3]]]]]] ", "@x\n",
]  # fmt: skip


def hostile(size: int) -> dict[str, str]:
    """Return the hostile texts, each about ``size`` characters long."""
    return {
        **{f"{part!r} …": part * (size // len(part)) for part in REPEATED},
        **{f"[ {part!r} …": "[" + part * (size // len(part)) for part in WITHIN_BRACKETS},
        **{f"[ {part!r} … ]": "[" + part * (size // len(part)) + "]" for part in WITHIN_BRACKETS},
        "a slip deep inside": "[" * size + "x/" + "]" * size,
        "a slip behind many leaves": "[[[[[[" + "1 " * size + "x/]]]]]]",
        "many probabilities": "chance[" + "1/3*1 " * (size // 6) + "]",
    }


def check(data: bytes) -> None:
    """Read some bytes, and format what is read to something that reads back equal."""
    try:
        text = decode(data, file="a.tree")
        trees = parse_all(text, file="a.tree")
    except NotationError as error:
        message = str(error)
        assert safe(message, keep_newlines=True) == message != ""
        return
    formatted = format_document(text)
    assert parse_all(formatted) == trees
    assert format_document(formatted) == formatted


def as_bytes(text: str) -> bytes:
    """Return a text as somebody may have written it into a file, half a character included."""
    return text.encode(errors="surrogatepass")


@pytest.mark.parametrize("size", [SHORTER, pytest.param(SIZE, marks=pytest.mark.slow)])
@pytest.mark.parametrize("name", hostile(0))
def test_a_hostile_text_is_read_or_refused(name: str, size: int) -> None:
    check(as_bytes(hostile(size)[name]))


def test_a_deep_chain_with_decorations_is_read() -> None:
    tree = parse_all("a:max=1[" * SIZE + "1" + "]" * SIZE)[0].tree
    assert (tree.depth, len(tree.names)) == (SIZE, SIZE)


@pytest.mark.slow
def test_a_file_holds_no_more_trees_than_anybody_could_look_at() -> None:
    assert len(parse_all("1\n" * MOST_TREES)) == MOST_TREES
    with pytest.raises(NotationError, match=":10001:1: a file holds at most 10,000 trees"):
        parse_all("1\n" * (MOST_TREES + 1))


@examples(80)
@given(st.one_of(mutated_documents(), RUBBISH, documents()).map(as_bytes) | st.binary(max_size=40))
def test_any_bytes_are_read_and_survive_formatting_or_are_refused(data: bytes) -> None:
    check(data)


@pytest.mark.parametrize(
    "hostile", ["\x1b[31m", "\x9b31m", "\x07", "\u202e", "\u200b", "\ufeff", "\0"]
)
def test_nothing_that_a_terminal_obeys_gets_past_the_door(hostile: str) -> None:
    (exercise,) = parse_all(
        f"@title t{hostile}\n@source s{hostile}t\n@name m{hostile}\n@note n{hostile}\n"
        f'["a{hostile}b":1 2] # {hostile}\n'
    )
    title, source, name, notes, *_ = exercise.directives
    said = (title, source, name, *notes, exercise.tree.names[1])
    assert hostile not in "".join(map(str, said))
    assert hostile not in format_document(f'["a{hostile}b":1 # {hostile}\n2]')
    assert format_document("[1 # \x1b[31m\n2]") == "[\n  1  # ␛[31m\n  2\n]\n"


def test_markup_in_a_name_is_just_a_name() -> None:
    assert parse_all('["[@click=app.quit]x[/]":1 2]')[0].tree.names == {1: "[@click=app.quit]x[/]"}


def test_a_file_name_is_shown_safely() -> None:
    with pytest.raises(FileError) as caught:
        load_all("no\x1b[31msuch\x07file.tree")
    assert str(caught.value) == "no␛[31msuch␇file.tree cannot be read: no such file or directory"


def test_what_would_not_fit_into_memory_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(reading, "MOST_CHARACTERS", 1000)
    assert len(parse_all("[" + "x " * 400 + "]")[0].tree) == 401
    with pytest.raises(NotationError, match="it has more than 1,000 characters"):
        parse_all("[" * 1001)


def test_claims_on_one_line_and_their_places_take_time_in_proportion() -> None:
    def read_and_write(count: int) -> None:
        text = "[" + "(-inf,3)3[x:3 /y:4] " * count + "]"
        (chain,) = parse_all("3[1 " * count + "2" + " /...]" * count)
        assert [claim.kind for claim in chain.claims[:4]] == ["value", "cut-rest"] * 2
        (exercise,) = parse_all(text)
        assert len(exercise.claims) == 3 * count
        assert exercise.positions is not None
        assert exercise.positions.of_claim(exercise.claims[-1])[1] == len(text) - 6
        for node in range(len(exercise.tree)):
            exercise.positions.of_node(node)
        assert len(write(exercise)) >= len(text) - 2

    small, large = (partial(read_and_write, count) for count in (1_000, 4_000))
    assert takes_in_proportion(6, small, large)
