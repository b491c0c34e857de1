"""Trees within sentences, and in the quoted lines of a mail."""

from __future__ import annotations

import pytest

from tests.formats.reading import notation, opened, problem

TREE = "[[3,12,8],[2,4,6]]"
READ = "[[3 12 8] [2 4 6]]"


@pytest.mark.parametrize(
    ("text", "tree"),
    [
        (f"Consider {TREE} with MAX at the root.", READ),
        (f"Hi,\n\nwhat is the minimax value of {TREE}, please?\n\nThanks, Ann", READ),
        (f"My tree is {TREE}.", READ),
        (f"What is pruned in the tree `{TREE}`?", READ),
        (f"Wir betrachten den Spielbaum {TREE}, MAX am Zug.", READ),
        ("Compute minimax on ((3 12 8) (2 4 6)) for MAX.", READ),
        ("Exercise 1: compute the value of\n[[3 12]\n [2 4]]\nand prune.", "[[3 12] [2 4]]"),
        ("Apply alpha-beta to A:max[min[3 5] min[2 9]], please.", "A:max[min[3 5] min[2 9]]"),
        (
            "The tree is [[3 5] [2 9]]; MAX moves first, then MIN.".replace(";", ","),
            "[[3 5] [2 9]]",
        ),
        (f"{TREE} is the tree from the lecture [3] (chapter 5).", READ),
        (f"Tree: {TREE}\nPlayer: MAX", READ),
    ],
)
def test_the_only_tree_within_sentences_is_read(text: str, tree: str) -> None:
    assert notation(text) == tree


def test_it_is_said_that_the_sentence_is_left_out() -> None:
    assert opened(f"Consider {TREE} with MAX at the root.").read_as == (
        "read as the tree in a sentence, with 6 leaves; "
        "MAX first, since nothing that is read says who moves; left out: what is around it"
    )


@pytest.mark.parametrize(
    ("text", "message", "hint", "column"),
    [
        (
            f"In the tree {TREE} MIN moves first.",
            "this tree stands within sentences that may say who moves",
            f"give it alone, with `@levels min max` above it if MIN moves first: {TREE}",
            13,
        ),
        (
            f"Is the tree {TREE} better than [[1,2],[3,4]]?",
            "several trees stand within these sentences",
            "give one alone, or each on a line of its own and # before the other lines",
            44,
        ),
    ],
    ids=["min-first", "two"],
)
def test_sentences_with_two_readings_are_refused(
    text: str, message: str, hint: str, column: int
) -> None:
    error = problem(text)
    assert (error.message, error.hint, error.column) == (message, hint, column)


@pytest.mark.parametrize(
    "text",
    [
        "The matrix [[1, 0], [0, 1]] is the identity.",
        "The intervals [3, 5] and [2, 9] of the tree overlap.",
        "See the game tree of Russell and Norvig [3] (chapter 5).",
        "def f(tree): return best(move, [[1, 2], [3, 4]]",
        "[[3 12] [2 4] the tree",
    ],
)
def test_other_brackets_are_no_tree(text: str) -> None:
    assert "sentence" not in problem(text).message


def test_a_file_of_the_notation_is_mended_as_such() -> None:
    assert "a second tree" in problem(f"Consider {TREE} with MAX at the root.", "quiz.tree").message


@pytest.mark.parametrize(
    ("text", "tree"),
    [
        (f"> {TREE}", READ),
        ("> [[3,12,8],\n>  [2,4,6]]\n\nI get 3. And you?", READ),
        ("> tree = [[3,12,8],\n>         [2,4,6]]\n> print(minimax(tree, True))", READ),
        (f"On Monday Ann wrote:\n> Here is the tree:\n> {TREE}\n> Regards\n", READ),
        (f">> {TREE}\n> I get 3.\nMe too.", READ),
        (f"> {TREE}\nor\n> [[1 2] [3 4]]", f"{READ}; [[1 2] [3 4]]"),
    ],
)
def test_the_trees_in_quoted_lines_of_a_mail_are_read(text: str, tree: str) -> None:
    assert notation(text) == tree


def test_an_error_in_a_quotation_is_that_of_the_quoted_text() -> None:
    error = problem("Ann wrote:\n> [[3,12,8],\n>  [2,4,6]")
    assert error.message == "the bracket opened at 2:1 is never closed"
