"""The one table of everything that is said: each template by its key.

What stands in braces are the arguments, see :mod:`treeexplorer.explain.sentence`; the final full
stop is left out, so that a template can be a sentence, a part of one, or a heading. An inequality
that does not hold adds "is false" itself.
"""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from typing import Final

TEMPLATES: Final[Mapping[str, str]] = MappingProxyType(
    {
        # what is proven, and who has what
        "or_more": "{value} or more",
        "or_less": "{value} or less",
        "exactly": "exactly {value}",
        "between": "between {low} and {high}",
        "through": "{value} through {child}",
        # cut-offs
        "cut_off_at": "{deep}{letter} {cut-off} at {node}",
        "cut_off": "{deep}{letter} {cut-off} at {node}: {test}",
    }
)
