"""Random documents for property tests: right ones with every element, and wrong ones."""

from __future__ import annotations

from hypothesis import strategies as st

NUMBERS = st.one_of(
    st.integers(-99, 99).map(str),
    st.integers(-(10**20), 10**20).map(str),
    st.floats(allow_nan=False).map(repr),
    st.sampled_from(["+2", ".5", "5.", "1e3", "inf", "-inf", "∞", "-∞", "−7", "-Infinity", "-0.0"]),
)
EXACT_NUMBERS = st.one_of(
    NUMBERS,
    st.tuples(st.integers(-99, 99), st.integers(1, 99)).map(lambda pair: f"{pair[0]}/{pair[1]}"),
    st.decimals(-9, 9, places=30).map(str),
)
WORDS = st.sampled_from(["A", "b1", "x", "y'", "α", "節点", "की", "maximum", "inf_1", "L2"])
QUOTED = st.text(st.characters(exclude_characters='"\\\n\r'), min_size=1, max_size=6).map(
    lambda name: f'"{name}"'
)
NAMES = st.one_of(WORDS, QUOTED, st.just(r'"a \"b\" \\"'))
BLANKS = st.sampled_from([" ", " ", " ", "  ", "\n", "\t", ' # note [ ] "\n', "\n# note\n  "])
SEPARATORS = st.one_of(BLANKS, st.sampled_from([",", ", ", " ,\n", ", # note\n"]))
WINDOWS = st.one_of(
    st.tuples(EXACT_NUMBERS, EXACT_NUMBERS).map(lambda window: f"({window[0]},{window[1]})"),
    st.sampled_from(["(?,?)", "( ? , ? )"]),
)
CLAIMS = st.one_of(
    st.tuples(st.sampled_from(["=", ">=", "<=", "≥", "≤"]), EXACT_NUMBERS).map("".join),
    st.sampled_from(["?", "=?"]),
)


def optional(parts: st.SearchStrategy[str]) -> st.SearchStrategy[str]:
    return st.one_of(st.just(""), st.just(""), parts)


COMMON = st.tuples(optional(st.just("/")), optional(NAMES.map(lambda name: f"{name}:")))
LEAVES = st.tuples(
    COMMON.map("".join),
    optional(WINDOWS),
    st.one_of(NUMBERS, NUMBERS, WORDS, st.just("?")),
).map("".join)
HEADS = st.tuples(
    COMMON.map("".join),
    optional(st.sampled_from(["max", "min", "▲", "▽", "MAX ", "min "])),
    optional(WINDOWS),
    optional(NUMBERS.map(lambda number: f"~{number}")),
    optional(CLAIMS),
).map("".join)


@st.composite
def inner_nodes(draw: st.DrawFn, children: st.SearchStrategy[str]) -> str:
    head = draw(HEADS)
    drawn = draw(st.lists(children, min_size=1, max_size=4))
    parts = [drawn[0]]
    for child in drawn[1:]:
        parts += [draw(SEPARATORS), child]
    if draw(st.integers(0, 5)) == 0:
        parts += [draw(SEPARATORS), draw(st.sampled_from(["...", "…", "/...", "/…"]))]
    end = draw(st.sampled_from(["", "", " ", ",", ", ", "\n"]))
    return f"{head}[{draw(optional(BLANKS))}{''.join(parts)}{end}]"


@st.composite
def chance_nodes(draw: st.DrawFn, children: st.SearchStrategy[str]) -> str:
    first, second = draw(children), draw(children)
    weights = draw(st.sampled_from([("", ""), ("0.25*", "3/4*"), ("1*", "0*"), ("1/3*", "2/3*")]))
    return f"chance[{weights[0]}{first}{draw(SEPARATORS)}{weights[1]}{second}]"


FINITE_LEAVES = st.integers(-9, 9).map(str)
TREES = st.recursive(
    LEAVES,
    lambda children: st.one_of(
        inner_nodes(children),
        inner_nodes(children),
        chance_nodes(FINITE_LEAVES),
    ),
    max_leaves=12,
)
UNDECORATED = st.recursive(
    NUMBERS,
    lambda children: st.tuples(
        st.lists(children, min_size=1, max_size=5), st.sampled_from([" ", ", ", "\n ", "  "])
    ).map(lambda node: f"[{node[1].join(node[0])}]"),
    max_leaves=30,
)
TEXTS = (
    st.text(min_size=1, max_size=12)
    .map(lambda text: " ".join(text.split()))
    .filter(lambda text: text and text[0] != "#")  # that would be a comment
)
DIRECTIVES = st.fixed_dictionaries(
    {},
    optional={
        "title": TEXTS,
        "source": st.sampled_from(["A book", "exercise #3", "a # b", "a \\# b"]),
        "note": TEXTS,
        "levels": st.sampled_from(["max min", "min max", "max min min", "MAX,MIN"]),
        "algorithm": st.sampled_from(["minimax", "alphabeta", "sss"]),
        "form": st.sampled_from(["classic", "two-functions"]),
        "cutoff": st.sampled_from([">=", ">"]),
        "fail": st.sampled_from(["soft", "hard"]),
        "order": st.sampled_from(["left-to-right", "right-to-left"]),
        "window": st.sampled_from(["-inf inf", "3 4.5", "-2,7"]),
        "depth": st.sampled_from(["1", "3"]),
        "cuts": st.just("none"),
        "windows": st.sampled_from(["entry", "exit"]),
        "best": st.just("?"),
        "read": st.sampled_from(["7", "?"]),
        "pruned": st.sampled_from(["root if always", "root  if ?", "root if never"]),
    },
)


@st.composite
def documents(draw: st.DrawFn) -> str:
    """A document with one tree or several, directives, comments and blank lines."""
    lines: list[str] = []
    for _ in range(draw(st.integers(1, 3))):
        lines += [draw(st.sampled_from(["", "# note", "  # [note"]))] * draw(st.integers(0, 2))
        for name, words in draw(DIRECTIVES).items():
            lines.append(f"@{name} {words}{draw(st.sampled_from(['', '', ' # why']))}")
        lines.append(draw(TREES) + draw(st.sampled_from(["", "", "  # end"])))
    return draw(st.sampled_from(["\n", "\n", "\r\n"])).join(lines) + draw(
        st.sampled_from(["", "\n", "\n\n# the end"])
    )


PIECES = st.sampled_from(
    [
        "[", "]", "[", "]", "(", ")", "{", "}", ",", " ", "\n", "3", "-7", "0.5", "1e400", "inf",
        "nan", "max", "min", "chance", "A", "x", ":", "A:", '"a b":', '"', "*", "1/2*", "/", "~",
        "=", ">=", "<=", "?", "...", "/...", "…", "..", "(3,4)", "@", "@title t\n",
        "@levels max min\n",
        "@best 1\n", "@pruned 1 if x > 3\n", "@read ?\n",
        "#", "# note\n", "∞", "漢", "\x1b", "\u202e", "\x85", "\xa0", "e\u0301", "\\", ";", "'",
        "_",         "\ufeff", "\x1c", "\t", "５",
    ]
)  # fmt: skip
RUBBISH = st.lists(PIECES, max_size=25).map("".join)


@st.composite
def mutated_documents(draw: st.DrawFn) -> str:
    """A right document in which some places have been cut out or written over."""
    text = draw(documents())
    for _ in range(draw(st.integers(1, 3))):
        start = draw(st.integers(0, len(text)))
        stop = min(len(text), start + draw(st.integers(0, 4)))
        text = text[:start] + draw(st.one_of(st.just(""), PIECES)) + text[stop:]
    return text
