r"""What TeX prints: commands, groups and formulas as the text that a reader of the paper sees."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from functools import lru_cache, partial
from typing import Final, NamedTuple

from treeexplorer.formats.grammars import ListingCallbacks
from treeexplorer.formats.words import player_named
from treeexplorer.text import LATEX_OF

_COMMENT: Final = re.compile(r"(?<!\\)((?:\\\\)*)%[^\n]*")
_PIECE: Final = re.compile(
    r"\\\\(?:\s*\[[^\]\n]{0,40}\])?"  # the end of a line
    r"|\\(?:textcolor|color|rule|hspace|vspace|raisebox|fcolorbox|phantom)\*?(?:\s*\{[^{}]*\})"
    r"|\\(?:begin|end)\s*\{[^{}]*\}(?:\[[^\[\]]*\])?(?:\{[lcr|]+\})?"
    r"|\\[dt]?frac\s*(?:\{(?P<above>[^{}]*)\}\s*\{(?P<below>[^{}]*)\}|(?P<digits>\d\s*\d))"
    r"|\\(?P<command>[a-zA-Z]+)\*?(?:\{\}|[ \t]*)"
    r"|\\(?P<character>.)"
    r"|[{}$]|~|``|''|--",
    re.DOTALL,
)
_COMMAND: Final = re.compile(r"\$?\\([a-zA-Z]+)(?:\{\}|\$)")
_SIGNS: Final = {
    **{
        command[1]: character
        for character, written in LATEX_OF.items()
        if (command := _COMMAND.fullmatch(written)) is not None
    },
    **dict.fromkeys(("leq", "le", "leqslant"), "≤"),
    **dict.fromkeys(("geq", "ge", "geqslant"), "≥"),
    **dict.fromkeys(("triangle", "vartriangle", "bigtriangleup"), "△"),
    **dict.fromkeys(("triangledown", "bigtriangledown", "nabla"), "▽"),
    "blacktriangledown": "▼",
    "circ": "○",
    **dict.fromkeys(("dots", "ldots", "cdots", "vdots", "ddots"), "…"),
    "max": "max",
    "min": "min",
    "newline": "\n",
    "quad": " ",
    "qquad": " ",
    "times": "×",
    "to": "→",
    "prime": "'",
    "star": "⋆",
    "ast": "*",
    "bullet": "•",
    "checkmark": "✓",
    "gamma": "γ",
    "delta": "δ",
    "epsilon": "ε",
    "varepsilon": "ε",
    "lambda": "λ",
    "mu": "μ",
    "pi": "π",
    "sigma": "σ",
    "tau": "τ",
    "omega": "ω",
}
"""What the commands print that print a sign."""
_LOOKS: Final = re.compile(
    r"(?:text|math)[a-z]*|[a-z]*(?:family|shape|series|phantom|style|box|skip)|[hv]space"
    r"|[Bb]igg?[lr]?|huge|Huge|large|Large|LARGE|small|tiny|scriptsize|footnotesize|normalsize"
    r"|bf|it|rm|sc|sf|tt|bm|boldsymbol|emph|underline|normalfont|d?frac|tfrac|begin|end|boxed"
    r"|centering|circled|color|ensuremath|hline|left|right|limits|operatorname|par|protect"
    r"|raggedright|relax|rule|shortstack|strut"
)
"""The commands that only change how things look."""
_COMMAND_NAME: Final = re.compile(r"(?<!\\)(?:\\\\)*\\([a-zA-Z]+)")
_GROUP: Final = r"\{(?:[^{}]|\{(?:[^{}]|\{[^{}]*\})*\})*\}"
_DEFINITION: Final = re.compile(
    r"\\(?:(?:re)?newcommand|providecommand|DeclareRobustCommand|DeclareMathOperator)\*?"
    rf"\s*\{{?\s*\\(?P<name>[a-zA-Z]+)\s*\}}?(?:\s*\[(?P<count>\d)\])?\s*(?P<body>{_GROUP})"
    rf"|\\def\s*\\(?P<name_of_def>[a-zA-Z]+)(?P<arguments>(?:\#\d)*)\s*(?P<body_of_def>{_GROUP})"
)
_MOST_EXPANDED: Final = 1_000
_CHARACTERS: Final = {",": " ", ";": " ", ":": " ", "!": "", " ": " ", "(": "", ")": ""}
_BRACKET: Final = re.compile(r"\\.|[{}\[\]]", re.DOTALL)
_PLAIN: Final = {"~": " ", "``": "“", "''": "”", "--": "–"}


def without_comments(text: str) -> str:
    """Return a text of TeX with blanks in place of its comments, so that offsets stay valid."""
    return _COMMENT.sub(lambda found: found[1] + " " * (len(found[0]) - len(found[1])), text)


def render_tex(text: str) -> str:
    r"""Return the text that a piece of TeX prints.

    >>> render_tex(r"\textbf{MAX}\\$-\infty$"), render_tex(r"$x_{12}$"), render_tex(r"\frac{1}{2}")
    ('MAX\n-∞', 'x_12', '1/2')
    """
    if text.isalnum():
        return text
    lines = _PIECE.sub(_render_piece, text).split("\n")
    return "\n".join(" ".join(line.split()) for line in lines).strip()


def _render_piece(found: re.Match[str]) -> str:
    r"""Return the text that one command or sign of TeX prints, from a match of ``_PIECE``.

    =====================  ===========  =====================================
    piece                  prints       group of ``_PIECE``
    =====================  ===========  =====================================
    ``\frac12``            ``1/2``      ``digits``
    ``\frac{1}{20}``       ``1/20``     ``above`` and ``below``
    ``\infty``             ``∞``        ``command``
    ``\%``                 ``%``        ``character``
    ``\\[2pt]``            a new line   none
    ``~``                  a blank      none
    ``{``, ``$``           nothing      none
    =====================  ===========  =====================================
    """
    digits = found["digits"]
    if digits is not None:
        return f"{digits[0]}/{digits[-1]}"
    if found["above"] is not None:
        return f"{found['above']}/{found['below']}"
    if found["command"] is not None:
        return _render_command(found["command"])
    character = found["character"]
    if character is not None:
        return _CHARACTERS.get(character, character)
    is_end_of_line = found[0].startswith("\\\\")
    return "\n" if is_end_of_line else _PLAIN.get(found[0], "")


def _render_command(command: str) -> str:
    r"""Return the sign or the player that a command prints; empty for any other.

    ``\infty`` prints ``∞``, ``\MAX`` the player and a blank, ``\textbf`` nothing of its own.
    """
    if command in _SIGNS:
        return _SIGNS[command]
    player = player_named(command)
    return "" if player is None else f"{player.value} "


class Macro(NamedTuple):
    """A command that a text defines: how many arguments it has, and what it stands for."""

    argument_count: int
    body: str


@lru_cache(4)  # asked for by each figure of a text
def find_macros(text: str) -> Mapping[str, Macro]:
    r"""Return the commands that a text of LaTeX defines, by name, in the order of the text.

    Those that are called as a player are left out: whatever it looks like, ``\MAX`` says who moves.

    >>> find_macros(r"\newcommand{\mx}[1]{MAX #1} \def\mn{MIN}")
    {'mx': Macro(argument_count=1, body='MAX #1'), 'mn': Macro(argument_count=0, body='MIN')}

    The result is kept for the next call, as each figure of a text asks for it: do not change it.

    Args:
        text: The whole text, with its preamble.
    """
    macros: dict[str, Macro] = {}
    for definition in _DEFINITION.finditer(text):
        # \newcommand{\mx}[1]{MAX #1} and the like have the number of arguments in brackets.
        if definition["name"] is not None:
            name = definition["name"]
            count = definition["count"]
            argument_count = 0 if count is None else int(count)
            body_in_braces = definition["body"]
        # \def\mx#1{MAX #1} has the arguments themselves.
        else:
            name = definition["name_of_def"]
            argument_count = definition["arguments"].count("#")
            body_in_braces = definition["body_of_def"]

        if player_named(name) is None:
            macros[name] = Macro(argument_count, body_in_braces[1:-1])
    return macros


def expanded(text: str, macros: Mapping[str, Macro]) -> str:
    r"""Replace the uses of a document's own macros in a piece of TeX by what they stand for.

    Macros are taken in the order of ``macros``, each once. So a macro may use one that comes later
    in the order, but uses of itself or of an earlier one stay as they are. This also ends the
    expansion of macros that use each other.

    >>> expanded(r"\mx{3}", {"mx": Macro(argument_count=1, body="MAX #1")})
    'MAX 3'

    Args:
        text: The piece of TeX.
        macros: Name without backslash, of letters alone -> macro, in the order of definition.

    Returns:
        The expanded text. Once it is longer than ``_MOST_EXPANDED`` characters, the macros that are
        left are not expanded, so that macros that double it cannot make it huge.
    """
    for name, macro in macros.items():
        # Most macros are not in the text: a quick test saves compiling the pattern.
        if f"\\{name}" not in text or len(text) > _MOST_EXPANDED:
            continue
        # A group for each argument, {3}, without braces within it.
        argument_groups = r"\s*\{([^{}]*)\}" * macro.argument_count
        # The backslash and the name; no further letter, or \mx would be found in \mxy; the
        # arguments; and {} behind them, which only ends the name in TeX and prints nothing.
        use_of_macro = re.compile(rf"\\{name}(?![a-zA-Z]){argument_groups}(?:\{{\}})?")
        text = use_of_macro.sub(partial(_insert_arguments, macro.body), text)
    return text


def _insert_arguments(body: str, use_of_macro: re.Match[str]) -> str:
    """Return the body of a macro with the arguments of one use in place of ``#1``, ``#2``, ….

    The groups of the match are the arguments.
    """
    for number, argument in enumerate(use_of_macro.groups(), 1):
        body = body.replace(f"#{number}", argument)
    return body


def _only_changes_looks(command: str) -> bool:
    r"""Tell whether a command only changes how things look, as ``\textbf`` does."""
    return _LOOKS.fullmatch(command) is not None


class PrintingCallbacks(ListingCallbacks):
    """Callbacks of a grammar of TeX: they know the macros of the text, and list other commands."""

    def begin(self, text: str) -> None:
        """Clear what was collected, and find the commands that the text defines."""
        super().begin(text)
        self._macros = find_macros(text)

    def render_with_macros(self, text: str) -> str:
        r"""Return the text that a piece of TeX prints, with the macros of its document expanded.

        ``\infty`` prints a sign, ``\MAX`` names a player, ``\textbf`` only changes how things
        look. Any other command prints nothing, and is listed as left out for the user.
        """
        has_commands = "\\" in text
        if not has_commands:
            return render_tex(text)

        expanded_text = expanded(text, self._macros)
        for command in _COMMAND_NAME.findall(expanded_text):
            is_printed = command in _SIGNS or player_named(command) is not None
            if not is_printed and not _only_changes_looks(command):
                self.leave_out(f"\\{command}")
        return render_tex(expanded_text)


class Span(NamedTuple):
    """A part of a text: the offset of its first character, and that behind its last."""

    start: int
    end: int


def find_bracket_span(text: str, start: int, end: int) -> Span:
    r"""Return the range of a text from its first bracket to the one that closes it.

    Brackets within braces do not count, nor those behind a backslash. If the bracket is never
    closed, the range goes to ``end``; if there is no bracket, it is empty.

    >>> text = r"\Tree [.A {[} 5 ] % [.B ]"
    >>> span = find_bracket_span(text, 0, len(text))
    >>> text[span.start : span.end]
    '[.A {[} 5 ]'

    Args:
        text: The text, without comments.
        start: The offset from which to look for the first bracket.
        end: The offset at which to stop.

    Returns:
        The offsets of the first bracket and behind the last.
    """
    depth = 0
    # Stands if no bracket is found: the range from end to end is empty.
    first_bracket = end
    for bracket in _find_brackets_outside_braces(text, start, end):
        if bracket[0] == "[":
            first_bracket = min(first_bracket, bracket.start())
            depth += 1
        # A closing bracket before the first opening one is passed over.
        elif depth > 0:
            depth -= 1
            if depth == 0:
                return Span(first_bracket, bracket.end())
    return Span(first_bracket, end)


def _find_brackets_outside_braces(text: str, start: int, end: int) -> Iterator[re.Match[str]]:
    """Yield the square brackets of a range of TeX, without those in braces or behind a backslash.

    Braces that are open where the range starts are not known.
    """
    open_brace_count = 0
    # A backslash is found together with the character behind it, so that \[ and \{ are neither.
    for found in _BRACKET.finditer(text, start, end):
        sign = found[0]
        if sign == "{":
            open_brace_count += 1
        elif sign == "}":
            open_brace_count -= 1
        elif sign in {"[", "]"} and open_brace_count == 0:
            yield found
