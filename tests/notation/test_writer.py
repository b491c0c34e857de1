"""The canonical text of a tree reads back as the same tree."""

from __future__ import annotations

import pytest

from treeexplorer.notation import parse, write


@pytest.mark.parametrize(
    "text",
    [
        "7\n",
        "[[3 12 8] [2 4 6] [14 5 2]]\n",
        "6[a:6[6[1 5 6] b:8[8 /...]] ...]\n",
        'chance[0.5*/C:min(3,inf)~4<=2[7 6] 0.5*"left child":(-inf,10)11]\n',
        "[1/6[x:5 ?] max=6[1.5 -inf] min~3>=2[4] ?[1e+22 5.0]]\n".replace("1/6", "7"),
        "@title Problem #3\n@levels min max\n@window -inf 10\n@cuts none\n[3 4]\n",
        "@title a \\# b\n@note one\n@note two\n[3]\n",
        "@pruned A\u0304 if x\u0304 >= 5\n[[3 x\u0304] A\u0304:[max\u0304 4]]\n",
    ],
)
def test_canonical_text_stays_as_it_is(text: str) -> None:
    assert write(parse(text)) == text


def test_what_does_not_fit_is_indented_and_leaves_share_lines() -> None:
    leaves = " ".join(["10"] * 12)
    text = write(parse(f"[a:[{leaves}] b:[{leaves}] {leaves} {leaves} {leaves}]"))
    assert text == (
        "[\n"
        f"  a:[{leaves}]\n"
        f"  b:[{leaves}]\n"
        "  " + " ".join(["10"] * 26) + "\n"
        "  " + " ".join(["10"] * 10) + "\n"
        "]\n"
    )
    assert write(parse(text)) == text


def test_a_deep_chain_is_written_and_read_back() -> None:
    chain = parse("[" * 5000 + "1" + "]" * 5000)
    assert parse(write(chain)) == chain
