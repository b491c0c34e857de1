"""How a wide drawing follows the search: seldom, and so that what matters is in sight."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st
from textual.geometry import Offset, Size

from treeexplorer.terminal.widgets.following import followed, scrolled

SIGHT = Size(100, 30)
PLACES = st.builds(Offset, st.integers(0, 5000), st.integers(0, 500))
OFFSETS = PLACES


def sees(offset: Offset, place: Offset) -> bool:
    return SIGHT.region.contains(*(place - offset))


def test_nothing_moves_while_the_place_is_comfortably_in_sight() -> None:
    assert scrolled(Offset(70, 10), Offset(10, 0), SIGHT) == Offset(10, 0)


def test_a_place_near_the_edge_comes_to_the_middle() -> None:
    assert scrolled(Offset(95, 10), Offset(0, 0), SIGHT) == Offset(45, 0)


def test_a_node_and_its_child_that_are_both_in_sight_move_nothing() -> None:
    assert followed(Offset(94, 10), 6, Offset(0, 0), SIGHT) == Offset(0, 0)


def test_a_child_out_of_sight_comes_into_it_together_with_its_parent() -> None:
    assert followed(Offset(130, 10), 90, Offset(0, 0), SIGHT) == Offset(60, 0)


def test_a_child_too_far_from_its_parent_comes_alone() -> None:
    assert followed(Offset(1000, 10), 90, Offset(0, 0), SIGHT) == Offset(950, 0)


@given(PLACES, st.integers(0, 5000), OFFSETS)
def test_the_place_that_is_followed_is_always_in_sight(
    place: Offset, beside: int, offset: Offset
) -> None:
    assert sees(followed(place, beside, offset, SIGHT), place)
    assert sees(scrolled(place, offset, SIGHT), place)


@given(PLACES, st.integers(0, 5000), OFFSETS)
def test_following_again_moves_nothing(place: Offset, beside: int, offset: Offset) -> None:
    once = followed(place, beside, offset, SIGHT)
    assert followed(place, beside, once, SIGHT) == once
