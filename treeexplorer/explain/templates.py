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
        # a claim that was judged
        "plain": "{text}",
        "number": "{number}",
        "window": "{window}",
        "leaf_at": "{place} ({leaf})",
        "not_visited": "not visited",
        "is_visited": "visited",
        "is_pruned": "cut off",
        "minimax_value": "minimax value {value}",
        "no_answer": "{node} is never visited, so {written} is no answer",
        "unvisited_value": "{value} is the minimax value of {node}; the search never visits it",
        "its_minimax_value": "Its minimax value is {value}",
        "passed_with": "{node} is {passes} with {found}, not {written}",
        "passes_with": "{node} is {passes} with {window}",
        "is_not": "{node} is {found}, not {written}",
        "not_returned": "{node} has not returned",
        "minimax_although": "{written} is the minimax value of {node}; the search returns {value}",
        "returns_exactly": "{node} returns {value}, exactly",
        "returns_bound": "{node} returns {value}; that is a bound, {proven}",
        "returns_other": "{node} returns {returned}; the leaves prove {proven}",
        "taken_of": ", {player} of {values}",
        "returns_value": "{node} returns {value}{of}",
        "so_wrong": "{reason}; {written} is wrong",
        "so_wrong_bound": "{reason}, and {proven} is proven; {written} is wrong",
        "only_proven": "{reason}, and all that is proven is {proven}: a bound, no exact value",
        "allowed": "The leaves that are read allow {written}, but do not prove it",
        "found_bound": "The search found {node} {written}",
        "exact_instead": "{node} {written} is true, but the search found more: it is exactly "
        "{value}",
        "weaker": "{node} {written} is true, but weaker than what the search found: {proven}",
        "wrong_direction": "The number is right, the direction is not: the search found {node} "
        "{proven}, not {sign}",
        "not_proven": "The search found {node} {proven}, which does not prove {written}",
        "left_with": "{node} is entered with {entry}, returns {value} and is left with {window}",
        "begins_there": "{node} is entered with {entry}: the window with which the search begins",
        "first_child": "{node} is entered with {entry}, the window of {above}, whose first child "
        "it is",
        "nothing_moved": "{node} is entered with {entry}, still the window of {above}: what came "
        "before moved neither {α} nor {β}",
        "below_chance": "{node} is entered with {entry}: below the chance node {above} the search "
        "starts anew",
        "moved_by_v": "{node} is entered with {entry}: {above} was entered with {above_entry}, and "
        "what came before {node} made its v {v}",
        "slashed": "{node} is visited, not pruned",
        "unmarked": "{node} is pruned, and not marked",
        "it_is_visited": "It is visited",
        "visited_with": "{node} is entered with {window}: {test}, so it is visited",
        "visited_within": "{node} is entered with {window}, so it is visited",
        "only_inside": "Only inside it something is pruned: {pruned}",
        "never_visited": "{node} is never visited",
        "below_unvisited": "{node} is never visited: it lies below {above}, which is not visited "
        "either",
        "below_horizon": "{node} is never visited: the depth limit ends the search at {above}",
        "moves": "{moves}",
        "no_move": "none",
        "best_move": "The best move is {moves}",
        "no_best_move": "No move is proven to be the best",
        "best_not": "the best move is {best}, not {written}",
        "leaves_read": "{count} read",
        "fact_not": "{fact}, not {written}",
        "undrawn_is": "what is not drawn below {node} is {outcome}",
        "undrawn_below": "what is not drawn below {node}",
        "are_pruned": "cut off: {branches}",
        "pruned_when": "pruned {when}",
        "node_pruned_when": "{node} is pruned {when}",
        "follows": "It follows correctly from your own earlier entries",
        # all that is written about a tree
        "nothing_claimed": "Nothing is claimed in this tree",
        "nothing_answered": "Nothing is answered yet ({blanks})",
        "tally": "{right} of {written} right, {mistakes}",
        "silent": "; nothing is said about pruning",
        "it_is": "it is",
        "all_are": "the {number} are",
        "answers_are": "the {count}",
        "only_some": "Only {answered} of {nodes} {verb} answered; {rest} right{silent}",
        "right_alone": "The answer is right{silent}",
        "all_right": "All {number} answers are right{silent}",
        "and_more": "{mistakes}; and {more} more",
        "one_follows": "; the other wrong one follows correctly from {source}",
        "others_follow": "; the other {number} follow correctly from {source}",
        "verdict": "{tally}: {mistakes}{follow}",
        "unanswered": "{count} not answered",
        "right_under": "Right under {there}, which is not the rule here ({here})",
        "right_under_several": "Right under {there}, which are not the rules here ({here})",
    }
)
