"""What editors and office programs put into a text is read as it is meant, and named."""

from __future__ import annotations

import pytest

from treeexplorer.course.typed_text import typed_text


@pytest.mark.parametrize(
    ("typed", "line", "remark"),
    [
        ("(–inf,3)", "(-inf,3)", "line 1: “–” is read as a minus."),
        (
            "[–3 — ∞ ‑.5]",
            "[-3 - ∞ -.5]",
            "line 1: “–” is read as a minus; 2 other places in the same",
        ),
        ("3–7 [3 4]", "3–7 [3 4]", ""),
        ("&lt;=2[2 &infin;]", "<=2[2 ∞]", "line 1: “&lt;” is read as “<”. line 1: “&infin;” is"),
        ('"3[3 4]"', "3[3 4]", 'line 1: “"” is left out: it stands around the tree; 1 other place'),
        ("&quot;3[3 4]&quot;", "3[3 4]", 'line 1: “"” is left out: it stands around the tree'),
        ("`3[3 4]`;", "3[3 4];", "line 1: “`” is left out: it stands around the tree; 1 other"),
        ('"left child":3[3 4]', '"left child":3[3 4]', ""),
        ("{3 {4 5}}", "[3 [4 5]]", "line 1: “{” is read as [; 1 other place in the same way."),
        ("[{3;5}[3 4]]", "[{3;5}[3 4]]", ""),
        ("[3 ╳4]", "[3 /4]", "line 1: “╳” is read as a slash."),
        ("[3\u200b 4]\ufeff", "[3 4]", ""),
        ("# – &lt;", "# – &lt;", ""),
        ("[3 4*] (* = pruned)", "[3 4/] (* = pruned)", "line 1: “*” is read as a slash."),
        (
            "[3 A*:[4 5]*] # * pruned",
            "[3 /A:[4 5]/] # * pruned",
            "line 1: “A*” is read as a slash.",
        ),
        ("chance[.5*3 .5*4*] # * pruned", "chance[.5*3 .5*4/] # * pruned", "is read as a slash."),
        ("[3 4*]", "[3 4*]", ""),
        (
            r"[2 \textbf{4} \mathbf{6}]",
            "[2 4 6]",
            r"line 1: “\textbf{4}” is read without its command;",
        ),
        (r"A:\underline{3}[3 4]", "A:3[3 4]", r"“\underline{3}” is read without its command."),
        (r"[2 \color{red} 4]", "[2   4]", r"“\color{red}” is left out: it is a command of LaTeX."),
        (r"[2 \4 \AB:6]", r"[2 \4 \AB:6]", ""),
        (r"[.5\cdot 3 .5\times4]", "[.5*3 .5*4]", r"“\cdot” is read as *; 1 other place"),
        (r"A:\leq 3[3 4]", "A:<= 3[3 4]", r"line 1: “\leq” is read as ≤."),
        (r"A:$\geqslant$3[3 4]", "A:>=3[3 4]", r"“$\geqslant$” is read as ≥."),
        (r"A:$\ge 3$[3 4]", "A:>= 3[3 4]", "“$” is left out: it stands around mathematics."),
        ("A:< =3[3 4]", "A:<=3[3 4]", "line 1: “< =” is read as one sign."),
        ("A:3 /* a cut */ [3 /4]", "A:3   [3 /4]", "“/* a cut */” is left out: it is a comment."),
        ("[3 /4 */5]", "[3 /4 */5]", ""),
        ("**A:3**[**/4** 5]", "A:3[/4 5]", "“**A:3**” is read without its stars; 1 other place"),
        ("[.5**3 .5**4]", "[.5**3 .5**4]", ""),
        ("A(MAX):3[B (min) :3[3]]", "A: MAX 3[B: min 3[3]]", "is read as a player behind the name"),
        ("[3 ❌4 ✖️5]", "[3 /4 /5]", "line 1: “❌” is read as a slash; 1 other place"),
        ("[3 4x] (x = pruned)", "[3 4x] (x = pruned)", ""),
        ("[3 4*] (* = gestrichen)", "[3 4/] (* = pruned)", "“gestrichen” is read as “pruned”."),
        ("4 wird nicht mehr besucht", "4 wird not visited", "“nicht mehr besucht” is read as"),
        ("A: mindestens 3[3 4]", "A: >=3[3 4]", "line 1: “mindestens” is read as ≥."),
        ("[0.5×3 0,5·-1]", "[0.5*3 0,5*-1]", "line 1: “0.5×” is read as a probability;"),
        ("[½*3 ½*-1]", "[1/2*3 1/2*-1]", "line 1: “½” is read as 1/2;"),
        ("[25%*3 75 %·4]", "[25/100*3 75/100*4]", "line 1: “25%*” is read as a probability;"),
        ("[2 4% 6%]", "[2 4% 6%]", ""),
        ("[2 ×4 ×6]", "[2 /4 /6]", "line 1: “×” is read as a slash;"),
        ("A:au plus 3[3 4]", "A:<=3[3 4]", "line 1: “au plus” is read as ≤."),
        ("A:por lo menos 3[3 4]", "A:>=3[3 4]", "line 1: “por lo menos” is read as ≥."),
        ("A:3 ou moins[3 4]", "A:3 or less[3 4]", "line 1: “ou moins” is read as “or less”."),
        ("A:(3, infini)[3 4]", "A:(3, inf)[3 4]", "line 1: “infini” is read as ∞."),
        ("Élagués : 4", "pruned : 4", "line 1: “Élagués” is read as “pruned”."),
        ("Se podan 4 y 6", "pruned 4 y 6", "line 1: “Se podan” is read as “pruned”."),
        ("B coupé", "B cut", "line 1: “coupé” is read as “cut”."),
        (
            "4 ne sont pas visités",
            "4 not visited",
            "line 1: “ne sont pas visités” is read as “not visited”.",
        ),
        ("No visitados: 4", "not visited: 4", "line 1: “No visitados” is read as “not visited”."),
        (
            "Wir schneiden 4 und 6 ab",
            "pruned 4 und 6",
            "line 1: “Wir schneiden 4 und 6 ab” is read as “pruned”.",
        ),
        (
            "pruned = {4, 6}",
            "pruned =  4, 6",
            "line 1: “pruned = {4, 6}” is read without its brackets.",
        ),
        ("A:höchstens −3[3 4]", "A:<=−3[3 4]", "line 1: “höchstens” is read as ≤."),
        ("A:≦ 3[3 4]", "A:<=3[3 4]", "line 1: “≦” is read as ≤."),
        ("A:3 oder weniger[3 4]", "A:3 or less[3 4]", "“oder weniger” is read as “or less”."),
        ("A:(-unendlich;3)[3 4]", "A:(-inf;3)[3 4]", "line 1: “unendlich” is read as ∞."),
        ("A:<=3. [3 4]", "A:<=3 [3 4]", "line 1: “3.” is read without its full stop."),
        ("1. [3 4]", "1. [3 4]", ""),
        ("[3/4/5]", "[3 /4 /5]", "“3/4/5” is read with a slash before each leaf but the first."),
        ("[1/2 3/4] 12/5/2024", "[1/2 3/4] 12/5/2024", ""),
        ("A:3[G/[3 4]]", "A:3[/G:[3 4]]", "line 1: “G/” is read as a slash."),
        ("[x /[3 4]]", "[x /[3 4]]", ""),
        (
            "Lösung: A:3[3 4]",
            "A:3[3 4]",
            "line 1: “Lösung:” is left out: it stands before the tree.",
        ),
        ("tree: 3[3 4]", "tree: 3[3 4]", ""),
    ],
)
def test_a_sign_is_read_as_it_is_meant(typed: str, line: str, remark: str) -> None:
    text = typed_text(typed.encode())
    assert text.lines == (line,)
    assert remark in " ".join(text.remarks)
    assert bool(remark) == bool(text.remarks)


def test_a_legend_holds_for_all_lines_and_stays_as_it_is() -> None:
    text = typed_text(b"* = pruned\n[3 [4*\n5*]]")
    assert text.lines == ("* = pruned", "[3 [4/", "5/]]")


@pytest.mark.parametrize("end", ["\n", "\r\n", "\r", "\v", "\u2028"])
def test_lines_end_as_in_any_program(end: str) -> None:
    assert typed_text(f"[3{end}4]".encode()).lines == ("[3", "4]")


@pytest.mark.parametrize(
    ("typed", "lines", "remark"),
    [
        ("> @title A\n>\n> [3 4]", ["@title A", "[3 4]"], "Each line begins with “>”, which is"),
        ("<=2[2 4]\n>=3[3 4]", ["<=2[2 4]", ">=3[3 4]"], ""),
        ("> 3[3 4]", ["> 3[3 4]"], ""),
        ("[<3, 7>[3 4]]", ["[<3, 7>[3 4]]"], ""),
        ("（3，∞）［3 4］", ["(3,∞)[3 4]"], "line 1: “（” is read as “(”."),
    ],
)
def test_a_mail_and_wide_signs_are_read(typed: str, lines: list[str], remark: str) -> None:
    text = typed_text(typed.encode())
    assert [line for line in text.lines if line] == lines
    assert remark in " ".join(text.remarks)
    assert bool(remark) == bool(text.remarks)


@pytest.mark.parametrize(
    ("encoding", "remark"),
    [
        ("utf-8", ""),
        ("utf-8-sig", ""),
        ("utf-16", "It is UTF-16, not UTF-8. "),
        ("cp1252", "It is not UTF-8; it is read as Windows-1252. "),
    ],
)
def test_the_encoding_is_found_and_named(encoding: str, remark: str) -> None:
    text = typed_text("[–3 „ü“:4]".encode(encoding))
    assert text.lines == ("[-3 „ü“:4]",)
    assert " ".join(text.remarks) == f"{remark}line 1: “–” is read as a minus."


@pytest.mark.parametrize(
    ("data", "problem"),
    [
        (b" \n", "the file is empty"),
        (b"[\0", "this is a binary file, not a text"),
        (b"%PDF-1.4 [3 4]", "this is a PDF, not a text"),
        (b"\xff\xd8\xff\xe1 [3 4]", "this is a picture, not a text"),
        (b"{\\rtf1 [3 4]}", "this is a rich text (RTF), not a text"),
        ("[3 \0]".encode("utf-16"), "this is a binary file, not a text"),
    ],
)
def test_what_is_no_text_is_refused(data: bytes, problem: str) -> None:
    assert typed_text(data).problem.partition(";")[0] == problem


def test_letters_with_signs_of_their_own_are_those_of_one_sign() -> None:
    assert typed_text("A\u0308: 3".encode()).lines == ("Ä: 3",)


@pytest.mark.parametrize(
    "page",
    [
        '<p dir="ltr">@title T<br />3[3 &lt;=2[2 /4]]</p>',
        "<!DOCTYPE html>\n<head><title>x</title></head><div>@title T</div>3[3 &lt;=2[2 /4]]",
    ],
)
def test_what_is_typed_into_a_text_box_of_a_course_page_is_read(page: str) -> None:
    typed = typed_text(page.encode())
    assert [line for line in typed.lines if line.strip()] == ["@title T", "3[3 <=2[2 /4]]"]
    assert typed.remarks == ["It is a page of the web; its text is read."]


def test_a_text_that_was_encoded_for_mail_is_read() -> None:
    typed = typed_text(b"3[3 <=3D2[2 =\n/4] =E2=89=A41[1]]")
    assert typed.lines == ("3[3 <=2[2 /4] ≤1[1]]",)
    assert "quoted-printable" in typed.remarks[0]
    assert typed_text(b"D:=3[3 <=2[2 /4]]").lines == ("D:=3[3 <=2[2 /4]]",)
