"""The texts of which laws speak, by what they say."""

from __future__ import annotations

from typing import Final

from tests.explain.phrases import text, texts

ABOUT_THE_SEARCH: Final = text("{title}: {explanation}")
AFTER: Final = text("after {child}, {test}")
AND_PROVEN: Final = text("{reason}, and the leaves prove {proven}")
ASKED: Final = text("{node} ({player}) is asked {again}only: {question}")
ASKS_FOR_LESS: Final = text("is it worth less than {value}?")
ASKS_FOR_MORE: Final = text("is it worth more than {value}?")
AS_GOOD: Final = text("as good: {moves}")
BEGINS: Final = text("The search begins at {node}")
BEGINS_WITH: Final = text("The search begins at {node} with the window {window}")
BEST_LINE: Final = text("Best line: {line}")
BOTH: Final = text("{one}; {two}")
BY_OWN_NUMBERS: Final = text("By your own numbers {test}, so {node} would be visited")
CANNOT_HELP: Final = text("nothing left in {node} can help {owner}")
CANNOT_LOWER: Final = text("nothing left in {node} can make {owner} smaller")
CHANCE: Final = text("{node} is a chance node: it takes the weighted mean of its children")
CONTRIBUTES: Final = text("{arriving} at {node}: with weight {weight} it contributes {share}")
COUNTS_IN_MEAN: Final = text("Every child of {node} counts in its mean, so none is ever pruned")
COUNT_PRUNED: Final = text("{count} pruned: {nodes}")
COUNT_SKIPPED: Final = text("{count} skipped: {nodes}")
CUT_OFF: Final = text("{cut}: {test}")
CUT_SUMMARY: Final = text("{cut}: {test}; {skips}")
DEEP_REASON: Final = text("{stand}, {price}")
DEPTH_LIMIT: Final = text("{node} lies at the depth limit of {plies}")
DISPROVED: Final = text("{node} {written} is false: the leaves prove {proven}")
DOES_NOT_NEED: Final = text("{node} does not need it")
DRAWN_PROVEN: Final = text("As not everything is drawn, only this is proven: it is worth {bound}")
ENDS: Final = text("The search ends: {node} returns {value}")
END_BECAUSE: Final = text("{letter} is {bound} because {owner} has {value}")
END_OPEN: Final = text("{letter} is {bound}: nothing has set it")
ENTERED: Final = text("{node} ({player}) is entered")
ENTERED_WITH: Final = text("{node} ({player}) is entered {again}with {window}; v starts at {v}")
ESTIMATE: Final = text("Its estimate {value} stands for what is below it")
EXACTLY: Final = text("exactly {value}")
FOUND_BOUND: Final = text("The search found {node} {written}")
FULL_WINDOWS: Final = text("Each of them is searched with the full window")
HAD_CUT_OFF: Final = text("{node} had a {cut-off} at step {step}: {test}")
HAS: Final = text("{node} has {value}")
HAS_AS_DRAWN: Final = text("{node} has {value}, as far as the tree is drawn")
IS_BEST: Final = text("{node} is {only}")
IS_BOUND: Final = text("that is a bound only: {node} is worth {bound}")
IS_EXACT: Final = text("that is exact")
IS_READ: Final = text("{node} is read")
ENDS_WITH_WORTH: Final = text("The search ends: {node} is worth {value}")
SO_IS_WORTH: Final = text("{node} is {player} and already has {v}, so it is worth {bound}")
IS_WORTH_CUT: Final = text("The search ends: {node} is worth {value} in the tree cut at {plies}")
ITS_MINIMAX_VALUE: Final = text("Its minimax value is {value}")
LEAF_CUTS: Final = text("If {leaf} is {bound}, the rest of {node} is pruned")
LEAVES_PROVE: Final = text("{node} is {player} and already has {v}; its leaves prove {bound}")
LESS_THAN: Final = text("less than {value}")
LIES_BEYOND: Final = text("{node} lies below the depth limit of {plies} and is never visited")
LOOKS_ON: Final = text("A tie is still possible, and {rule} looks on")
MAY_BE_AS_GOOD: Final = text("{moves} may be as good")
MAY_BE_BETTER: Final = text("{moves} may be better")
MEAN_AT_LEAST: Final = text("with {parts}, {node} is worth at least {v}")
MEAN_AT_MOST: Final = text("with {parts}, {node} is worth at most {v}")
NEEDS_OF_CHILD: Final = text("{node} is worth {more} only if {child} is worth {needed}")
MINIMAX_ALTHOUGH: Final = text(
    "{written} is the minimax value of {node}; the search returns {value}"
)
MINIMAX_VALUE: Final = text("minimax value {value}")
MIN_HAS: Final = text("{node} is MIN and has {value}")
MIN_HAS_AS_DRAWN: Final = text("{node} is MIN and has {value}, as far as the tree is drawn")
MORE_THAN: Final = text("more than {value}")
MOVES_ONLY: Final = text("{player} moves {own} only: {other} stays {bound}")
NOTHING_PROVEN: Final = text("Nothing is proven of {node}: too much is not drawn")
NOTHING_TO_PRUNE: Final = text("{test} holds, but nothing is left to prune")
NOTHING_YET: Final = text("{node} has nothing yet and might still want it")
NOT_CUT_YET: Final = text("{node} has no {cut-off} yet: {reason}")
NOT_PROVEN: Final = text("{node} {written} is not proven: the leaves prove {proven}")
NOT_REACHED: Final = text("{node} has not been reached by step {step}")
NO_CUT_OFF: Final = text("No {cut-off} at {node}: {test}")
NO_TEST_BEFORE: Final = text(
    "No test at {parent} comes before it: once {parent} is entered, {node} is read"
)
ONLY_CUTS: Final = text("If {child} returns {bound}, the rest of {node} is pruned")
ONLY_INSIDE: Final = text("Only inside it something is pruned: {branches}")
ONLY_IS_PROVEN: Final = text("Only this is proven: it is worth {bound}")
OR_LESS: Final = text("{value} or less")
OR_MORE: Final = text("{value} or more")
PARTS: Final = text("At {node}, after {child}: {first} cuts off, {test}; {second} visits {nodes}")
PARTS_BY_TEST: Final = text(
    "At {node}, after {child}: {first} cuts off, {test}; {second} goes on, {other}, and visits "
    "{nodes}"
)
PROVES_MORE: Final = text("it returned {value}, and the leaves prove {bound}")
PRUNED: Final = text("{pruned}: {branches}")
REMEMBERED: Final = text("What is kept of it answers: {value}")
SAME_ROOT: Final = text("whatever the pruned leaves hold, {root} is worth the same")
SAYS_NOTHING: Final = text("too little is drawn to prove anything of it")
SEES_NO_MORE: Final = text("What arrives is clamped to the window, so {rule} cannot see more")
SKIPPED_BY_CALL: Final = text("skipped by this call: {branches}")
SLASHED_FOR: Final = text("{test}, so {node} is visited")
STARTED_WITH: Final = text("the search was started with {letter} = {bound}: a bound is enough")
STILL_COUNTS: Final = text("Only {bound} would still count at {owner}")
TEST_BEFORE: Final = text("At {parent}, after {child}, {test}: the search goes on to {node}")
UNDRAWN_FIRST: Final = text("From the right {undrawn} would come first")
UNMARKED_FOR: Final = text("{test}, so {node} is pruned")
VISITED_WITH: Final = text("{node} is entered with {entry}: {test}, so it is visited")
VISITS_EVERY_NODE: Final = text("This search visits every node")
V_STAYS: Final = text("{test}, so v and {own} stay; {player} moves {own} only")
WAS_ENTERED: Final = text("{node} was entered at step {step}")
WAS_ENTERED_WITH: Final = text("{node} was entered at step {step} with {entry}")
WAS_PRUNED: Final = text("{node} was pruned at step {step}: at {cut}, {test}")
WAS_READ: Final = text("{node} was read at step {step}")
WEAKER: Final = text("{node} {written} is true, but the leaves prove more: {proven}")
WHOLE_TREE: Final = text("It is the whole tree")
CUT_OFF_ON_EQUALITY: Final = texts(
    "{cut}: {test}, and equal is enough",
    "{cut}: {test}, and equal is enough in this form",
    "{cut}: {test}, and equal is enough under your rule",
)
TIE: Final = texts(
    "{node} might equal {owner}'s {value} but cannot beat it; whether it does stays unknown",
    "{node} might equal {owner}'s {value} but cannot fall below it; whether it does stays unknown",
)
UNDER_EQUALITY: Final = texts(
    "in the classic form, {nodes} would be pruned here",
    "under ≥, {nodes} would be pruned here",
)
DEEP_REST: Final = texts(
    "but {price}",
    "and {price}",
)
ASKED_ONLY: Final = texts(
    "it was asked only: {question} The answer is yes",
    "it was asked only: {question} The answer is no",
)
NOTHING_BEYOND: Final = texts(
    "no number is larger than {bound}",
    "no number is smaller than {bound}",
)
SET_BY: Final = texts(
    "{letter} = {bound} was set by a chance node above: a bound is enough",
    "{letter} = {bound} was set by the call: a bound is enough",
)
MIGHT_WANT: Final = texts(
    "{node} has {value} and might still want it",
    "{node} has only {value} and might still want it",
)
NOTHING_ABOVE: Final = texts(
    "{owner} has nothing yet ({bound}), so nothing {node} offers is too much",
    "{owner} has nothing yet ({bound}), so nothing {node} offers is too little",
    "no MIN lies above it ({bound}), so nothing {node} offers is too much",
    "no MAX lies above it ({bound}), so nothing {node} offers is too little",
)
WHERE_ENDS_COME_FROM: Final = text("{ends}")
TEST_ALONE: Final = text("{test}")
