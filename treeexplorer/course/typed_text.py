"""The lines of a hand-in, without what editors and office programs put into them.

Word writes a dash for a minus, a table writes quotes around a cell, a page of the web leaves
characters that nobody sees. What such a sign means is plain, whatever the tree is; each kind is
named once.

>>> typed = typed_text('"3[3 –4*]" (* = pruned)'.encode("cp1252"))
>>> print(typed.lines[0])
3[3 -4/] (* = pruned)
>>> for remark in typed.remarks:
...     print(remark)
It is not UTF-8; it is read as Windows-1252.
line 1: “"” is left out: it stands around the tree; 1 other place in the same way.
line 1: “–” is read as a minus.
line 1: “*” is read as a slash.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from html import unescape
from quopri import decodestring
from typing import Final, Literal, NamedTuple, TypeAlias
from unicodedata import normalize

from treeexplorer.course.struck_text import read_struck_text
from treeexplorer.course.tables import write_tables_as_lines
from treeexplorer.course.typing_remarks import folded
from treeexplorer.course.words_on_pruning import find_sign_in_words
from treeexplorer.errors import present
from treeexplorer.files import describe_kind_but_text
from treeexplorer.text import quoted

_LONGEST_LINE: Final = 100_000
_QUOTE_OF_MAIL: Final = re.compile(r"\A(?:\s*>(?: |$))+")
_WIDE: Final = re.compile("[！-～]")
"""The full-width forms of the signs of ASCII, which East Asian keyboards type."""
_LINE_ENDS: Final = re.compile("\r\n|[\r\v\f\u2028\u2029]")
_UNSEEN: Final = re.compile("[\u00ad\u200b-\u200f\u202a-\u202e\u2060-\u2064\ufe00-\ufe0f\ufeff]")
_ONLY_IN_WINDOWS: Final = re.compile("[\x80-\x9f]")
_QUOTES_AROUND: Final = re.compile(r'^\s*["“”„`$]+(?=[^"“”„`$\[]*\[)|(?<=\])["“”„`$]+(?=[^\[\]]*$)')
"""Quotes before a tree or behind it; a name in quotes ends before a bracket comes."""
_MINUS: Final = re.compile(
    r"(?<![\w\])])[‐-―﹣－](?=\.?\d|\s?(?:∞|\\infty|(?i:inf(?:inity|ty)?|oo)(?!\w)))"
)
"""A dash before a number, and behind none: between two numbers it may separate them."""
_ENTITY: Final = re.compile(r"&(?:lt|gt|le|ge|infin|minus|nbsp|amp|quot);")
_PARENTHESES_WITHIN: Final = re.compile(r"\([^()\n]*\(")
_WITHOUT_COMMENT: Final = re.compile(r'(?:"[^"]*"|[^#])*')
_SLASH: Final = re.compile("[╳×✗✘⨯╱❌✖✕⨉]")
_ENCODED_FOR_MAIL: Final = re.compile(rb"=3D|=[CDE][0-9A-F]=[89AB][0-9A-F]")
"""Signs that quoted-printable has for others: ``<=3D6`` for ``<=6``, ``=E2=89=A4`` for ``≤``."""
_BEGINS_AS_PAGE: Final = re.compile(
    r"\s*<(?:!doctype\s+html|html|head|body|p|div|span|br|pre)\b", re.IGNORECASE
)
"""The beginning of a page of the web, as Moodle keeps what is typed into its text box."""
_IN_HEAD: Final = re.compile(
    r"<(head|style|script)\b.*?</\1\s*>|<!--.*?-->", re.IGNORECASE | re.DOTALL
)
_END_OF_LINE_OF_PAGE: Final = re.compile(
    r"<br\s*/?>\s?|</(?:p|div|li|tr|h\d|pre)\s*>", re.IGNORECASE
)
_TAG: Final = re.compile(r"</?[a-z][^<>]*>|<![^<>]*>", re.IGNORECASE)
_LATEX_LEAST: Final = re.compile(r"\$?\\leq?(?:slant|q)?(?![a-zA-Z])\$?")
_LATEX_MOST: Final = re.compile(r"\$?\\geq?(?:slant|q)?(?![a-zA-Z])\$?")
_COMMENT_OF_C: Final = re.compile(r"/\*(?=[^\[\]*]*[^\W\d])[^\[\]*]*\*/")
_BOLD: Final = re.compile(r"(?<![\w*])\*\*([^*\n]*[^*\n.])\*\*(?![\w*])")
_SPACED_SIGN: Final = re.compile(r"([<>])[ \t]+=(?=\s*[-+−]?\s?[\d.∞oOiI])")
_PLAYER_IN_PARENTHESES: Final = re.compile(
    r"(?<=\w)\s*\(\s*(max|min)(?:imi[sz](?:er|ing))?\s*\)\s*:", re.IGNORECASE
)
_HEADING: Final = re.compile(
    r"^\s*(?:(?:my|the|meine?|die|das)\s+)?(?:solution|answer|result|tree|lösung|antwort|ergebnis|baum)"
    r"\s*:\s*(?=[^\W\d][\w']*\s*[:=(])",
    re.IGNORECASE,
)
"""A word that is a heading of the tree behind it, which begins with a name: ``Solution: A:3[``."""
_STAR_OF_PROBABILITY: Final = r"(?<=[\d.])\*(?=[-+\d\[(.])"


_Encoding: TypeAlias = Literal["utf-8", "utf-16", "cp1252", "latin-1"]
_REMARKS_ON_ENCODINGS: Final[dict[_Encoding, str]] = {
    "utf-16": "It is UTF-16, not UTF-8.",
    "cp1252": "It is not UTF-8; it is read as Windows-1252.",
    "latin-1": "It is not UTF-8; it is read as Latin-1.",
}


class TypedText(NamedTuple):
    """The lines of a hand-in.

    Attributes:
        lines: The lines.
        remarks: What was typed otherwise than it is read, in sentences.
        problem: Why it is no text; empty where it is one.
    """

    lines: Sequence[str] = ()
    remarks: Sequence[str] = ()
    problem: str = ""


class _Sign(NamedTuple):
    """A sign that means something else in the notation.

    Attributes:
        pattern: Where it stands in a line.
        meant: What is written in its place, as :func:`re.sub` takes it.
        words: What is said of it, as the end of a sentence that begins with the sign.
        beside: What the text must have somewhere, for the sign to mean this; ``None`` for nothing.
    """

    pattern: re.Pattern[str]
    meant: str
    words: str
    beside: re.Pattern[str] | None = None


def _compile_words(words: str) -> re.Pattern[str]:
    """Compile a pattern of whole words, in which any blanks may stand for a blank."""
    with_any_blanks = words.replace(" ", r"\s+")
    return re.compile(rf"(?<![\w'’])(?:{with_any_blanks})(?!\w)", re.IGNORECASE)


_PRUNED_BEFORE_LIST: Final = r"\s*(?:[-*•]\s+)?(?:pruned?|not\s+visited)(?:\s+\w+)?\s*[:=]?\s*"
"""What stands before a list in brackets: ``pruned: [4, 6]``."""
_COMMANDS_OF_LATEX: Final = (
    _Sign(
        re.compile(
            r"\\(?:(?:text|math)(?:bf|it|rm|tt|sf|up|normal)?|underline|uline|emph|boxed|[fmh]box"
            r"|circled|textcircled|(?:text)?color\{\w+\})\s*\{([^{}\n]*)\}"
        ),
        r"\1",
        "is read without its command",
    ),
    _Sign(re.compile(r"\\(alpha|beta)(?![a-zA-Z])"), r"\1 ", "is read as a Greek letter"),
    _Sign(re.compile(r"\\(?:quad|qquad|[,;! ])"), " ", "is read as a space"),
    _Sign(re.compile(r"\\(?:cdot|times|ast)(?![a-zA-Z])\s*"), "*", "is read as *"),
    _Sign(
        re.compile(r"\\(?!(?:inf|le|ge|pruned|cut)|\w+\s*:)[a-zA-Z]{2,}(?:\s*\{\w*\})?"),
        " ",
        "is left out: it is a command of LaTeX",
    ),
)
"""Commands of LaTeX, whose backslash is no slash; those for ∞, ≤ and ≥ are read in any tree."""
_IN_OTHER_LANGUAGES: Final = (
    _Sign(
        _compile_words(
            r"(?:(?:ich|wir|man) )?schneide(?:t|n)? (?P<list>\S[^.;]{0,80}?) (?:ab|weg)"
            r"|(?:on|j['’]|je|nous) ?(?:élagu|elagu|coup)(?:e|ons) (?P<list_french>\S+)"
        ),
        r"pruned \g<list>\g<list_french>",
        "is read as “pruned”",
    ),
    _Sign(
        _compile_words(r"(?:on|nous) n['’](?:élague|élaguons|coupe) rien"),
        "nothing pruned",
        "is read as “nothing pruned”",
    ),
    _Sign(
        _compile_words(
            r"(?:(?:ab|weg|be)?geschnitten|beschnitten|(?:durch)?gestrichen|weggelassen|geprun\w+"
            r"|(?:élagu|elagu|barr|ray|supprim|élimin)ée?s?|elaguee?s?|podad[oa]s?|tachad[oa]s?"
            r"|descartad[oa]s?|eliminad[oa]s?|se podan?|podamos)"
        ),
        "pruned",
        "is read as “pruned”",
    ),
    _Sign(
        _compile_words(r"coupée?s?|coupee?s?|cortad[oa]s?|recortad[oa]s?"),
        "cut",
        "is read as “cut”",
    ),
    _Sign(
        _compile_words(
            r"(?:nicht|nie)(?: mehr)? (?:besucht|betrachtet|ausgewertet|untersucht|gelesen|geprüft"
            r"|angeschaut|berechnet|durchsucht|expandiert)"
            r"|(?:(?:ne (?:sont|seront|sera)|n['’](?:est|ont|a)) (?:pas|jamais)(?: été)?|non"
            r"|jamais) (?:visit|explor|évalu|examin|parcour|développ|l)(?:é|u|r)e?s?"
            r"|no (?:(?:son|es|fueron|fue|han sido|ha sido|se han|se ha) )?"
            r"(?:visitad|explorad|evaluad|examinad|recorrid|leíd|expandid)[oa]s?"
            r"|no se (?:visita|explora|evalúa|examina|expande|lee)n?"
        ),
        "not visited",
        "is read as “not visited”",
    ),
    _Sign(_compile_words(r"unbesucht|ungelesen"), "not visited", "is read as “not visited”"),
    _Sign(
        re.compile(rf"^({_PRUNED_BEFORE_LIST})(?:\[\s*\]|\{{\s*\}})[.;]?\s*$", re.IGNORECASE),
        r"\1 none",
        "is read as “none”",
    ),
    _Sign(
        re.compile(
            rf"^({_PRUNED_BEFORE_LIST})[\[{{(]([^\[\]{{}}()]+)[\]}})][.;]?\s*$", re.IGNORECASE
        ),
        r"\1 \2",
        "is read without its brackets",
    ),
    _Sign(
        re.compile(
            r"(?<=\d)\s+(?:oder\s+(?:weniger|kleiner|niedriger)|ou\s+moins|o\s+menos)\b",
            re.IGNORECASE,
        ),
        " or less",
        "is read as “or less”",
    ),
    _Sign(
        re.compile(
            r"(?<=\d)\s+(?:oder\s+(?:mehr|größer|höher)|ou\s+plus|o\s+m[aá]s)\b", re.IGNORECASE
        ),
        " or more",
        "is read as “or more”",
    ),
    _Sign(
        re.compile(r"(?<!\w)(?:unendlich|(?:l['’])?infini|infinito)\b", re.IGNORECASE),
        "inf",
        "is read as ∞",
    ),
)
"""Words of German, French and Spanish that say what is said in English on the lines of trees."""
_BEFORE_NUMBER: Final = r"\s*(?=[-+−]?\s?(?:\d|∞|inf))"
_AT_MOST_BEHIND: Final = r"(?:at\s+(?:the\s+)?most\b|max\.)"
_AT_LEAST_BEHIND: Final = r"(?:at\s+(?:the\s+)?least\b|min\.)"
"""What stands behind a number for a sign before it: ``2 at most``, ``2 (max.)``."""
_FRACTIONS: Final = {"½": "1/2", "¼": "1/4", "¾": "3/4", "⅓": "1/3", "⅔": "2/3"}
_SIGNS_OF_ANY_TREE: Final = (
    _Sign(
        re.compile(
            r"(?<!\w)(?:≦|(?:höchstens|maximal|bis\s+zu|kleiner(?:\s+oder)?\s+gleich"
            r"|au\s+(?:plus|maximum)|inférieur\s+ou\s+égal\s+à"
            r"|como\s+m[aá]ximo|a\s+lo\s+(?:sumo|m[aá]s)|menor\s+o\s+igual\s+(?:que|a)"
            r"|(?:less|smaller)\s+than\s+or\s+equal\s+to|(?:no|not)\s+more\s+than|up\s+to"
            r"|at\s+(?:the\s+most|max(?:imum)?))(?!\w)\.?|max\.)"
            rf"{_BEFORE_NUMBER}",
            re.IGNORECASE,
        ),
        "<=",
        "is read as ≤",
    ),
    _Sign(
        re.compile(
            r"(?<!\w)(?:≧|(?:mindestens|minimal|größer(?:\s+oder)?\s+gleich"
            r"|au\s+(?:moins|minimum)|supérieur\s+ou\s+égal\s+à"
            r"|como\s+mínimo|(?:al|por\s+lo)\s+menos|mayor\s+o\s+igual\s+(?:que|a)"
            r"|(?:greater|larger|more)\s+than\s+or\s+equal\s+to|(?:no|not)\s+less\s+than"
            r"|at\s+(?:the\s+least|min(?:imum)?))(?!\w)\.?|min\.)"
            rf"{_BEFORE_NUMBER}",
            re.IGNORECASE,
        ),
        ">=",
        "is read as ≥",
    ),
    # Behind the signs before a number: in `12 max. 2[` the sign belongs to the 2.
    _Sign(
        re.compile(
            rf"(?<=\d)\s+(?:\(\s*{_AT_MOST_BEHIND}\s*\)|{_AT_MOST_BEHIND})(?!\s*[-+−\d])",
            re.IGNORECASE,
        ),
        " or less",
        "is read as “or less”",
    ),
    _Sign(
        re.compile(
            rf"(?<=\d)\s+(?:\(\s*{_AT_LEAST_BEHIND}\s*\)|{_AT_LEAST_BEHIND})(?!\s*[-+−\d])",
            re.IGNORECASE,
        ),
        " or more",
        "is read as “or more”",
    ),
    _Sign(
        re.compile(r"(?<=[<>=≤≥])(\s*[-+−]?\d+)\.(?=\s*\[)"), r"\1", "is read without its full stop"
    ),
    _Sign(_HEADING, "", "is left out: it stands before the tree"),
    _Sign(re.compile(r"(?<!\w)(?!inf\b|oo\b)([^\W\d]\w*)/(?=\[)"), r"/\1:", "is read as a slash"),
    _Sign(
        re.compile(r"(?<=\[)(\d+)/(\d+)/(\d+)(?=\])"),
        r"\1 /\2 /\3",
        "is read with a slash before each leaf but the first",
    ),
    # With the dollars that touch them, as of `$\le$ 3`: before dollars are left out by themselves.
    _Sign(_LATEX_LEAST, "<=", "is read as ≤"),
    _Sign(_LATEX_MOST, ">=", "is read as ≥"),
    _Sign(
        re.compile(r"\$"),
        "",
        "is left out: it stands around mathematics",
        beside=re.compile(r"\\(?:le|ge|infty)"),
    ),
    _Sign(_SPACED_SIGN, r"\1=", "is read as one sign"),
    # The stars of `/* mine */` must be gone before stars may be marks of what is pruned.
    _Sign(_COMMENT_OF_C, " ", "is left out: it is a comment"),
    _Sign(_PLAYER_IN_PARENTHESES, r": \1 ", "is read as a player behind the name"),
    # Behind the dollars, so that `–$3$` is a number with its minus.
    _Sign(_MINUS, "-", "is read as a minus"),
    *(
        _Sign(re.compile(rf"{sign}(?=\s*[*×·⋅])"), fraction, f"is read as {fraction}")
        for sign, fraction in _FRACTIONS.items()
    ),
    _Sign(
        re.compile(r"(?<![\w.,])(\d+(?:[.,]\d+)?)\s?%\s*[*×·⋅:]\s*(?=[-+−\d\[(])"),
        r"\1/100*",
        "is read as a probability",
    ),
    # Before the crosses that are slashes: between a fraction and a number × is a product.
    _Sign(
        re.compile(r"(?<![\w.,])(\d*[.,]\d+|\d+/\d+)\s?[×·⋅]\s?(?=[-+−\d\[(])"),
        r"\1*",
        "is read as a probability",
    ),
    _Sign(_SLASH, "/", "is read as a slash"),
)
"""The signs that mean the same in every text, in the order in which they are replaced."""


def typed_text(data: bytes, *, longest_line: int = _LONGEST_LINE) -> TypedText:
    """Return the lines of a hand-in, in any encoding and from any system.

    Each step reads what the one before it has left::

        bytes       b"<p>C:=E2=89=A62[2 /4]</p>"   of any encoding, and encoded for mail
        a text      "<p>C:≦2[2 /4]</p>"            with HTML around it, and signs that nobody sees
        lines       "C:≦2[2 /4]"                   with signs of LaTeX, of languages, of tables
        signs       "C:<=2[2 /4]"                  of the notation

    Args:
        data: The bytes of the file.
        longest_line: How many characters a line has at most; a longer one is left out.
    """
    decoded = _decode(data)
    if decoded.problem:
        return TypedText(problem=decoded.problem)
    typed = _leave_out_long_lines(_split_into_lines(decoded), longest_line)

    # Commands first: what stands in `\textbf{nicht besucht}` are words.
    typed = _replace_unusual_signs(typed, _COMMANDS_OF_LATEX)
    typed = _replace_unusual_signs(typed, _IN_OTHER_LANGUAGES)
    # Tables before the marks: a bar beside the name of the column "pruned" is no legend.
    table = write_tables_as_lines(typed.lines)
    typed = TypedText(table.lines, [*typed.remarks, *table.remarks])
    return _replace_unusual_signs(typed, _collect_signs(typed.lines))


class _Decoded(NamedTuple):
    """The text of a file.

    Attributes:
        text: The text.
        remarks: What the file is besides UTF-8, in sentences.
        problem: Why it is no text; empty where it is one.
    """

    text: str = ""
    remarks: Sequence[str] = ()
    problem: str = ""


def _decode(data: bytes) -> _Decoded:
    """Return the text that the bytes of a file mean: ``C:<=2[2 /4]`` for ``C:<=3D2[2 /4]``."""
    if not data.strip():
        return _Decoded(problem="the file is empty")
    remarks: list[str] = []
    if _ENCODED_FOR_MAIL.search(data) is not None:
        data = decodestring(data)
        remarks.append("It is encoded for mail, as quoted-printable, and is read as it was before.")

    encoding = _find_encoding(data)
    text = data.decode(encoding, errors="replace")
    # UTF-16 is full of zero bytes: what counts is whether its text has any.
    kind = describe_kind_but_text(text.encode() if encoding == "utf-16" else data)
    if kind is not None:
        problem = f"this is {kind}, not a text; it is to be handed in as plain text"
        return _Decoded(problem=problem)
    if encoding != "utf-8":
        remarks.append(_REMARKS_ON_ENCODINGS[encoding])
    return _Decoded(text, remarks)


def _split_into_lines(decoded: _Decoded) -> TypedText:
    """Return the lines of a text, without what a page of the web or a mail has around them."""
    text, remarks_on_struck_text = read_struck_text(normalize("NFC", decoded.text))
    remarks = [*decoded.remarks, *remarks_on_struck_text]
    if _BEGINS_AS_PAGE.match(text) is not None:
        text = _remove_tags(text)
        remarks.append("It is a page of the web; its text is read.")

    lines = _UNSEEN.sub("", _LINE_ENDS.sub("\n", text)).split("\n")
    if _is_quoted_mail(lines):
        lines = [_QUOTE_OF_MAIL.sub("", line) for line in lines]
        remarks.append("Each line begins with “>”, which is left out.")
    return TypedText(lines, remarks)


def _leave_out_long_lines(typed: TypedText, longest_line: int) -> TypedText:
    """Return lines with an empty one in place of each that is too long for a tree or an answer.

    To look for all that may be meant in a picture encoded as text, or in the text of a program,
    would take seconds.
    """
    lines = list(typed.lines)
    remarks = list(typed.remarks)
    for index, line in enumerate(typed.lines):
        if len(line) > longest_line:
            lines[index] = ""
            remarks.append(
                f"line {index + 1} is left out: with {len(line):,} characters it is too long for an"
                " answer."
            )
    return TypedText(lines, remarks)


def _replace_unusual_signs(typed: TypedText, signs: Iterable[_Sign]) -> TypedText:
    """Return lines with the signs of the notation: ``-`` where ``–`` is typed for a minus.

    One sign after the other is replaced, each in all lines, so that one further remark tells of all
    its places. Their order matters (see :func:`_collect_signs`).
    """
    lines = list(typed.lines)
    remarks = list(typed.remarks)
    for sign in signs:
        remarks_on_sign: list[str] = []
        for index, line in enumerate(lines):
            if is_drawn(line):
                remarks_on_sign += _describe_replacements(line, sign, line_number=index + 1)
                lines[index] = _replace_sign(line, sign)
        if remarks_on_sign:
            remarks.append(folded(remarks_on_sign))
    return TypedText(tuple(lines), remarks)


def is_drawn(line: str) -> bool:
    """Tell whether a line may hold nodes of a tree: it is neither a comment nor a directive."""
    return not line.lstrip().startswith(("#", "@"))


def _is_quoted_mail(lines: Sequence[str]) -> bool:
    """Tell whether lines are a quoted mail: ``> `` begins each, and stands before a directive.

    Without the directive, ``> 3[3 4]`` may as well be a tree with a bound at its root.
    """
    lines_with_text = [line for line in lines if line.strip()]
    has_directive = any(_QUOTE_OF_MAIL.sub("", line).startswith("@") for line in lines_with_text)
    return has_directive and all(map(_QUOTE_OF_MAIL.match, lines_with_text))


def _remove_tags(page: str) -> str:
    """Return the text of a page of the web, with the characters that its entities mean.

    >>> print(_remove_tags("<p>3[3 &lt;=2[2<br />/4]]</p>"), end="")
    3[3 <=2[2
    /4]]
    """
    body = _IN_HEAD.sub("", page)
    with_lines = _END_OF_LINE_OF_PAGE.sub("\n", body)
    return unescape(_TAG.sub("", with_lines))


def _find_encoding(data: bytes) -> _Encoding:
    """Find the encoding of a text by its bytes: UTF-8, or else the likeliest one.

    >>> _find_encoding("[3 –4]".encode()), _find_encoding("[3 –4]".encode("cp1252"))
    ('utf-8', 'cp1252')
    """
    if _can_decode(data, "utf-8"):
        return "utf-8"
    if data.startswith((b"\xff\xfe", b"\xfe\xff")):
        return "utf-16"
    # Where Windows has dashes and quotes, Latin-1 has control characters, which nobody types.
    has_control_characters = _ONLY_IN_WINDOWS.search(data.decode("latin-1")) is not None
    if has_control_characters and _can_decode(data, "cp1252"):
        return "cp1252"
    return "latin-1"


def _can_decode(data: bytes, encoding: _Encoding) -> bool:
    """Tell whether bytes are a text in an encoding."""
    try:
        data.decode(encoding)
    except UnicodeDecodeError:
        return False
    return True


def _collect_signs(lines: Sequence[str]) -> list[_Sign]:
    """Collect the signs of a text that are read otherwise, in the order in which to replace them.

    What replaces one sign may be a sign of the next kind, so that each kind comes before those that
    it may become. With the legend ``* = pruned``, ``＂{3 &lt;4*}＂`` is replaced so::

        ＂[3 &lt;4*]＂     braces are brackets: all other signs are sought around [ and ]
        "[3 &lt;4*]"       wide signs are usual ones, such as a quote
        "[3 <4*]"          entities are the signs that they mean, such as a quote
        [3 <4*]            quotes around the tree are left out
        [3 <4*]            signs of any text, such as ≦, are signs of the notation
        [3 <4/]            marks that a legend explains are slashes
    """
    drawing = "\n".join(filter(is_drawn, lines))
    return [
        *_find_other_brackets(drawing),
        *_find_wide_signs(lines),
        *_find_entities(lines),
        _Sign(_QUOTES_AROUND, "", "is left out: it stands around the tree"),
        *(sign for sign in _SIGNS_OF_ANY_TREE if _may_be_meant(sign, lines)),
        *_find_marks(lines),
    ]


def _may_be_meant(sign: _Sign, lines: Iterable[str]) -> bool:
    r"""Tell whether a text has what must stand beside a sign: ``\le`` somewhere beside ``$``."""
    return sign.beside is None or any(map(sign.beside.search, lines))


def _find_other_brackets(drawing: str) -> list[_Sign]:
    """Find the brackets of a drawing without square ones, each as a square one.

    They are braces, or else parentheses within others: ``3(3(3 12) 2(2 4))``.
    """
    if "[" in drawing:
        return []
    if "{" in drawing:
        return [
            _Sign(re.compile(r"\{"), "[", "is read as ["),
            _Sign(re.compile(r"\}"), "]", "is read as ]"),
        ]
    if _PARENTHESES_WITHIN.search(drawing) is not None:
        return [
            _Sign(re.compile(r"\("), "[", "is read as ["),
            _Sign(re.compile(r"\)"), "]", "is read as ]"),
        ]
    return []


def _find_wide_signs(lines: Sequence[str]) -> Iterator[_Sign]:
    """Yield each full-width sign in the lines, such as ``［``, which means the usual ``[``."""
    for wide in dict.fromkeys(_WIDE.findall("\n".join(lines))):
        usual = normalize("NFKC", wide)
        replacement = usual.replace("\\", r"\\")  # in a replacement a backslash is doubled
        yield _Sign(re.compile(wide), replacement, f"is read as {quoted(usual)}")


def _find_entities(lines: Sequence[str]) -> Iterator[_Sign]:
    """Yield each entity of HTML in the lines, such as ``&lt;``, which means ``<``."""
    for entity in dict.fromkeys(_ENTITY.findall("\n".join(lines))):
        character = unescape(entity)
        yield _Sign(re.compile(entity), character, f"is read as {quoted(character)}")


def _find_marks(lines: Sequence[str]) -> Iterator[_Sign]:
    """Yield how the marks are read that legends such as ``* = pruned`` explain: as slashes.

    Stars around a part, ``**3**``, are bold in Markdown, unless a star is a mark.
    """
    marks = dict.fromkeys(_find_marks_in_legends(lines))
    for mark in marks:
        yield from _iterate_readings_of_mark(mark)
    is_star_a_mark = any("*" in mark for mark in marks)
    if not is_star_a_mark:
        yield _Sign(_BOLD, r"\1", "is read without its stars")


def _iterate_readings_of_mark(mark: str) -> Iterator[_Sign]:
    """Yield both ways in which a mark is read that a legend such as ``* = pruned`` explains.

    Behind a name it becomes a slash before it: ``A*: 3`` is ``/A: 3``. Elsewhere it is replaced
    where it stands, ``3*`` by ``3/``, unless it is a star between a probability and its child.
    """
    literal = re.escape(mark)
    behind_name = re.compile(rf"(?<!\w)([^\W\d]\w*){literal}(?=\s*:)")
    yield _Sign(behind_name, r"/\1", "is read as a slash")
    anywhere = re.compile(rf"(?!{_STAR_OF_PROBABILITY}){literal}")
    yield _Sign(anywhere, "/", "is read as a slash")


def _find_marks_in_legends(lines: Sequence[str]) -> Iterator[str]:
    """Yield the signs that legends such as ``* = pruned`` say mark what is pruned.

    A legend stands on a line of its own, behind a tree, ``[3 4*] (* = pruned)``, or in a comment.
    """
    for line in lines:
        words_behind_tree = line.rpartition("]")[2]  # the whole line if it has no bracket
        words_of_comment = line.rpartition("#")[2]
        for words in (line, words_behind_tree, words_of_comment):
            sign = find_sign_in_words(words.strip().lstrip("#"))
            # An `x` beside a node is a slash in any case.
            if sign is not None and sign not in {"x", "X"}:
                yield sign


def _describe_replacements(line: str, sign: _Sign, line_number: int) -> list[str]:
    """Return a remark for each place of a line at which a sign is replaced by what it means."""
    end = _find_end_of_replacing(line, sign)
    return [
        f"line {line_number}: {quoted(match[0].strip())} {sign.words}"
        for match in sign.pattern.finditer(line, 0, end)
    ]


def _replace_sign(line: str, sign: _Sign) -> str:
    """Replace a sign in a line by what it means.

    In a comment, and in a legend such as ``(* = pruned)`` behind a tree, nothing is replaced.
    """
    end = _find_end_of_replacing(line, sign)
    replaced_part = sign.pattern.sub(sign.meant, line[:end])
    return f"{replaced_part}{line[end:]}"


def _find_end_of_replacing(line: str, sign: _Sign) -> int:
    """Return the position in a line up to which a sign is replaced.

    Behind a tree a legend may stand, such as ``(* = pruned)``, which has the sign itself:

    - In ``[3 4*]* (* = pruned)`` the two stars of the tree are replaced: the second touches its
      last bracket.
    - In ``* = pruned``, a line without a tree, nothing is replaced.
    - In ``[3 4*] # mine``, without a legend, the sign is replaced up to the comment.
    """
    words_behind_tree = line.rpartition("]")[-1]  # the whole line if it has no bracket
    has_legend = find_sign_in_words(words_behind_tree) is not None
    if not has_legend:
        return _find_start_of_comment(line)
    if "]" not in line:
        return 0

    end_of_tree = line.rindex("]") + 1
    touching_sign = sign.pattern.match(line, end_of_tree)
    return end_of_tree if touching_sign is None else touching_sign.end()


def _find_start_of_comment(line: str) -> int:
    """Return the position of the ``#`` of a comment, or the length of a line without one.

    A ``#`` in a name in quotes begins no comment.
    """
    return present(_WITHOUT_COMMENT.match(line)).end()  # it matches any line
