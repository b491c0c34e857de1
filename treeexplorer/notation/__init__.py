"""The bracket notation: ``.tree`` text to a document of exercises and back.

:mod:`reader` is the door in: :mod:`lexer` cuts a text into the pieces of ``grammar.lark``, and
:mod:`columns` fills a tree with them as they come. Where Lark's parser stops, :mod:`diagnosis` says
what is wrong and lets it go on. :mod:`printer` is the door out, for a tree that is written as for a
document that is formatted.
"""

from treeexplorer.notation.chance import find_chance_problems
from treeexplorer.notation.directives import filled_in
from treeexplorer.notation.document import (
    ABOUT_THE_TREE,
    ABOUT_VISITS,
    ABOUT_WORTH,
    ALWAYS,
    NEVER,
    WITH_NUMBERS,
    BoundSign,
    Claim,
    ClaimKind,
    Claims,
    ClaimTable,
    Condition,
    Directives,
    Document,
    Exercise,
    Positions,
    claim_table,
    sort_claims,
)
from treeexplorer.notation.known_range import find_range_problems
from treeexplorer.notation.printer import (
    convert_exercise_to_json,
    format_document,
    write,
    write_all,
)
from treeexplorer.notation.problems import NotationError, Problem
from treeexplorer.notation.reader import (
    decode,
    describe_player_moving_twice,
    load_all,
    notices,
    parse,
    parse_all,
    read_text,
    single,
)

__all__ = [
    "ABOUT_THE_TREE",
    "ABOUT_VISITS",
    "ABOUT_WORTH",
    "ALWAYS",
    "NEVER",
    "WITH_NUMBERS",
    "BoundSign",
    "Claim",
    "ClaimKind",
    "ClaimTable",
    "Claims",
    "Condition",
    "Directives",
    "Document",
    "Exercise",
    "NotationError",
    "Positions",
    "Problem",
    "claim_table",
    "convert_exercise_to_json",
    "decode",
    "describe_player_moving_twice",
    "filled_in",
    "find_chance_problems",
    "find_range_problems",
    "format_document",
    "load_all",
    "notices",
    "parse",
    "parse_all",
    "read_text",
    "single",
    "sort_claims",
    "write",
    "write_all",
]  # fmt: skip
