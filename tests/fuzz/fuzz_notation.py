"""Feeds the notation with what coverage-guided fuzzing comes up with; run by hand.

    python -m pip install atheris
    python -m tests.fuzz.fuzz_notation -max_total_time=600 CORPUS_FOLDER

Every input must either be read, and then formatted to something that reads back equal, or be
refused with a message. Anything else is a crash that atheris reports with its input.
"""

from __future__ import annotations

import sys
from pathlib import Path


def check(data: bytes) -> None:
    """Read some bytes as a document and hold the reader to its promises.

    Raises:
        AssertionError: The document does not survive formatting.
    """
    from treeexplorer.notation import NotationError, decode, format_document, parse_all
    from treeexplorer.text import safe

    try:
        text = decode(data, file="fuzz.tree")
        trees = parse_all(text, file="fuzz.tree")
    except NotationError as error:
        message = str(error)
        if not message or safe(message, keep_newlines=True) != message:
            raise AssertionError(message) from error
        return
    formatted = format_document(text)
    if parse_all(formatted) != trees or format_document(formatted) != formatted:
        raise AssertionError(formatted)


def main() -> None:
    """Fuzz until the time is over or something breaks; check single files given with --replay."""
    if "--replay" in sys.argv:
        for path in sys.argv[sys.argv.index("--replay") + 1 :]:
            check(Path(path).read_bytes())
        return
    import atheris

    with atheris.instrument_imports(include=["treeexplorer"]):
        import treeexplorer.notation  # noqa: F401  (instrumented here)
    atheris.Setup(sys.argv, check)
    atheris.Fuzz()


if __name__ == "__main__":
    main()
