"""The answers that ``solve --as tree`` writes are all right when ``check`` reads them."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from tests.commands.calling import invoked
from tests.laws import examples

LEAVES = st.one_of(
    st.integers(-9, 9).map(str),
    st.integers(-(10**299), 10**299).map(str),
    st.floats(allow_nan=False, allow_infinity=False).map(repr),
    st.sampled_from(["1e308", "-1.7976931348623157e308", "5e-324", "-0.0", "0.1", "1" + "0" * 299]),
)
WEIGHTS = ["1/3", "2/3", "0.1", "0.9", "1/7", "6/7", "1e-9", "0.999999999"]
NODES = st.recursive(
    LEAVES,
    lambda children: st.one_of(
        st.lists(children, min_size=1, max_size=3).map(lambda each: f"[{' '.join(each)}]"),
        st.lists(children, min_size=1, max_size=3).map(lambda each: f"chance[{' '.join(each)}]"),
        st.tuples(children, children, st.integers(0, 3)).map(
            lambda each: (
                f"chance[{WEIGHTS[2 * each[2]]}*{each[0]} {WEIGHTS[2 * each[2] + 1]}*{each[1]}]"
            )
        ),
    ),
    max_leaves=10,
)


@examples(60)
@given(NODES)
def test_answers_are_right_on_every_tree(tree: str) -> None:
    answers = invoked("solve", "--as", "tree", "-e", tree)
    assert answers.exit_code == 0, answers.output
    checked = invoked("check", "-", text=answers.stdout)
    assert checked.exit_code == 0, checked.output
