"""Text that comes faster than keys is a paste, marked or not; keys stay keys."""

from __future__ import annotations

import pytest

from treeexplorer.terminal.cleaner import Cleaner

BEGINS = "\x1b[200~"
ENDS = "\x1b[201~"
SIZES = (100, 512, 1024, 4095, 65_536)
TREE = "[[3 12 8] [2 4 6]]\r"
LONG = TREE * 10_000
MOST_KEYS = 2000


class Typed:
    """What a program gets of what comes to its terminal, at times that a test sets."""

    def __init__(self) -> None:
        self.time = 0.0
        self.cleaner = Cleaner(self.clock)
        self.passed_on = ""

    def clock(self) -> float:
        """The time in seconds."""
        return self.time

    def wait(self, seconds: float) -> None:
        """Have nothing come for a while, as the terminal is looked at."""
        self.time += seconds
        self.passed_on += self.cleaner.flush()

    def come(self, text: str, after: float = 0.0) -> None:
        """Have text come, some time after what came before."""
        self.time += after
        self.passed_on += self.cleaner.feed(text.encode())

    @property
    def at_last(self) -> str:
        """All that is passed on when nothing more comes."""
        self.wait(1.0)
        return self.passed_on


def in_pieces(text: str, size: int) -> list[str]:
    return [text[start : start + size] for start in range(0, len(text), size)]


def without_marks(text: str) -> str:
    return text.replace(BEGINS, "").replace(ENDS, "")


@pytest.mark.parametrize("size", SIZES)
def test_a_long_text_is_one_paste_however_it_is_cut(size: int) -> None:
    typed = Typed()
    for piece in in_pieces(LONG, size):
        typed.come(piece, after=0.001)
    assert typed.at_last == BEGINS + LONG + ENDS


@pytest.mark.parametrize("size", SIZES)
def test_a_paste_goes_on_after_a_pause_of_a_slow_terminal(size: int) -> None:
    typed = Typed()
    typed.come(LONG[:4095])
    for piece in in_pieces(LONG[4095:], size):
        typed.wait(0.3)
        typed.come(piece)
    assert typed.at_last == BEGINS + LONG + ENDS


@pytest.mark.parametrize("size", [1, 20, 150, 512])
def test_few_characters_of_a_long_text_are_keys_however_slowly_it_comes(size: int) -> None:
    typed = Typed()
    for piece in in_pieces(LONG[:20_000], size):
        typed.wait(size / 1000)  # a thousand characters in a second
        typed.come(piece)
    keys, _, _ = typed.at_last.partition(BEGINS)
    assert len(keys) <= 1.2 * MOST_KEYS
    assert typed.passed_on.count(BEGINS) == typed.passed_on.count(ENDS)
    assert without_marks(typed.passed_on) == LONG[:20_000]


def test_the_rest_of_a_paste_whose_beginning_is_lost_is_one_paste() -> None:
    typed = Typed()
    for piece in in_pieces(LONG + ENDS + "n", 4095):
        typed.come(piece, after=0.001)
    assert typed.at_last == f"{BEGINS}{LONG}{ENDS}n"


def test_a_short_rest_of_a_paste_is_one_paste_too() -> None:
    typed = Typed()
    typed.come(TREE * 20 + ENDS + "n")
    assert typed.at_last == f"{BEGINS}{TREE * 20}{ENDS}n"


def test_an_end_without_a_paste_is_left_out() -> None:
    typed = Typed()
    typed.come(f"a{ENDS}b")
    assert typed.at_last == "ab"


def test_sequences_in_a_paste_without_marks_are_no_keys() -> None:
    typed = Typed()
    typed.come("\ufffd\x1b[31m\x1b[A\x1b" * 20_000 + "\ufffd")
    keys, _, pasted = typed.at_last.partition(BEGINS)
    assert keys.count("\ufffd") <= MOST_KEYS
    assert set(pasted.removesuffix(ENDS)) == {"\ufffd"}


def test_a_marked_paste_behind_one_without_marks_is_another() -> None:
    typed = Typed()
    typed.come(f"{LONG}{BEGINS}[1 2]{ENDS}")
    assert typed.at_last == f"{BEGINS}{LONG}{ENDS}{BEGINS}[1 2]{ENDS}"


@pytest.mark.parametrize("quit_key", ["\x11", "\x1b[113;5u"])
def test_ctrl_q_ends_a_paste_without_marks(quit_key: str) -> None:
    typed = Typed()
    typed.come(f"{LONG}{quit_key}")
    assert typed.passed_on == f"{BEGINS}{LONG}{ENDS}{quit_key}"
    assert typed.cleaner.quits == 1


def test_keys_behind_a_paste_are_keys() -> None:
    typed = Typed()
    typed.come(LONG)
    typed.wait(0.6)
    typed.come("nnnn\x1b")
    assert typed.at_last == f"{BEGINS}{LONG}{ENDS}nnnn\x1b"


def test_esc_that_is_typed_behind_a_paste_is_a_key() -> None:
    typed = Typed()
    typed.come(LONG + "\x1b")
    assert typed.at_last == f"{BEGINS}{LONG}{ENDS}\x1b"


@pytest.mark.parametrize("keys_at_once", [1, 6, 30, 90, 1200])
def test_a_key_that_is_held_down_stays_a_key(keys_at_once: int) -> None:
    typed = Typed()
    for _ in range(6000 // keys_at_once):
        typed.wait(keys_at_once / 60)  # they have piled up meanwhile
        typed.come("n" * keys_at_once)
    assert typed.at_last == "n" * (6000 // keys_at_once * keys_at_once)


@pytest.mark.parametrize("keys_at_once", [1, 6, 30])
def test_a_key_that_is_held_down_is_not_kept_back(keys_at_once: int) -> None:
    typed = Typed()
    typed.come("p" * 1900)
    typed.wait(0.02)
    for count in range(1, 600):
        typed.come("n" * keys_at_once, after=keys_at_once / 60)
        assert typed.passed_on == "p" * 1900 + "n" * keys_at_once * count


def test_keys_that_a_program_sends_at_once_stay_keys_in_their_order() -> None:
    typed = Typed()
    sent = "n" * 900 + "\x1b[A" + "\r" * 900 + "\x1bOP" + "q" * 100
    typed.come(sent)
    typed.wait(0.02)
    assert typed.passed_on == sent
