"""Playing against a search: a board with squares; the program answers and says what it cost."""

from __future__ import annotations

import re
from typing import Any, ClassVar, Final

from textual import work
from textual.app import ComposeResult
from textual.binding import BindingType
from textual.containers import Horizontal

from treeexplorer.games.opponent import SEARCHES, Reply, outcome, read_move, reply
from treeexplorer.games.protocol import AnyGame, GameError, named_moves, player_to_move
from treeexplorer.notation import Exercise
from treeexplorer.numbers import grouped, shown
from treeexplorer.rules import Algorithm, title_of
from treeexplorer.terminal import messages
from treeexplorer.terminal.background import in_background
from treeexplorer.terminal.keys import key
from treeexplorer.terminal.lines import BLANK, TextLine, fitted, indent, line, sentence, wrapped
from treeexplorer.terminal.panels.status import badged
from treeexplorer.terminal.screens.base import UpperScreen
from treeexplorer.terminal.view import View
from treeexplorer.terminal.widgets.answer_form import AnswerForm, Box
from treeexplorer.terminal.widgets.line_view import LineView, OneLine, Words
from treeexplorer.text import as_sentence
from treeexplorer.tree import Player

_SQUARES: Final = re.compile(r"[XOxo#@●○.·](?: [XOxo#@●○.·])+")
_MOST_LISTED: Final = 16
_LARGEST: Final = 5  # lines of a square
_MOVE: Final = Box("move", "your move", room=10, after="  ↵ plays it")
_SIDES: Final = dict.fromkeys("Xx#●", "bold max") | dict.fromkeys("Oo@○", "bold min")


class Play(UpperScreen):
    """A game against the program, from an opening or the game's own start."""

    BINDINGS: ClassVar[list[BindingType]] = [
        key("enter", "play", "play", "Play the move in the box", "play_move"),
        key("f2", "tree", "its tree", "Step through the search for the last reply", "play_tree"),
        key("f3", "search", "minimax", "Let the program answer by the other search",
            "play_search"),
        key("f5", "new", "new game", "Begin again", "play_new"),
        key("escape", "leave", "leave", "Leave the game", "play_leave"),
    ]  # fmt: skip
    DEFAULT_CSS = "Play #play-story { width: 50%; max-width: 64; }"

    def __init__(
        self,
        game: AnyGame,
        opening: Any = None,
        *,
        person_begins: bool = True,
        algorithm: Algorithm = SEARCHES[0],
    ) -> None:
        super().__init__()
        self.game = game
        self.opening = game.start() if opening is None else opening
        self.position: Any = self.opening
        self.person_begins = person_begins
        self.algorithm: Algorithm = algorithm
        self.reply: Reply[Any] | None = None
        self.story: list[TextLine] = []
        self.form = AnswerForm()

    def parts(self) -> ComposeResult:
        """Yield the board, the replies, and the box for the move."""
        with Horizontal():
            yield LineView(self._board)
            yield LineView(self._story, surface="panel", id="play-story")
        yield OneLine(self._bar)
        yield self.form
        yield Words(lambda: [sentence(self.message)])

    def on_mount(self) -> None:
        """Begin."""
        self._go_on()

    @property
    def person(self) -> Player:
        """The person's side."""
        first = player_to_move(self.game, self.opening)
        return first if self.person_begins else first.opponent

    @property
    def over(self) -> bool:
        """Whether the game has ended."""
        return self.game.value(self.position) is not None

    @property
    def persons_turn(self) -> bool:
        """Whether the person is to move."""
        return not self.over and player_to_move(self.game, self.position) is self.person

    def show(self) -> None:
        """Show the game as it is now."""
        self.form.display = self.persons_turn
        self.set_focus(self.form if self.persons_turn else None)
        super().show()

    def heading(self, width: int) -> TextLine:
        """Return who plays, and by which search."""
        title = title_of("algorithm", self.algorithm)
        players = f"you are {self.person.sign} · it answers by {title} "
        return badged(self.game.title, "PLAY", sentence(players), width)

    def _board(self, width: int, height: int) -> list[TextLine]:
        rows = board_lines(self.game.draw(self.position), width, height)
        return [*[BLANK] * ((height - len(rows)) // 2), *rows][:height]

    def _story(self, width: int, height: int) -> list[TextLine]:
        story = self.story or [line(("Each comes with what it cost to find.", "quiet"))]
        lines = [part for text in story for part in wrapped(text, width - 4)]
        heading = line(("THE PROGRAM'S REPLIES", "bold quiet"))
        return indent([BLANK, heading, BLANK, *lines[-max(1, height - 4) :]][:height], 2)

    def _bar(self, width: int) -> TextLine:
        if self.persons_turn:
            return fitted(line((" ?  Your move", "bold strong")), width, "question")
        state = "The program is thinking …"
        if self.over:
            is_max = self.person is Player.MAX
            state = f"It is over: {outcome(self.game, self.position, person_is_max=is_max)}"
        return fitted(line((f" {state}", "bold strong")), width, "current")

    def _go_on(self) -> None:
        if self.over:
            self.message = "F5 plays again, F2 opens the last tree."
        elif self.persons_turn:
            moves = list(named_moves(self.game, self.position))
            self.message = " ".join(moves[:_MOST_LISTED])
            self.message += " …" if len(moves) > _MOST_LISTED else ""
            self.form.ask([_MOVE])
        else:
            self.message = ""
            self._think()
        self.show()

    @work(exclusive=True)
    async def _think(self) -> None:
        game, position, algorithm = self.game, self.position, self.algorithm
        try:
            self.reply = await in_background(lambda: reply(game, position, algorithm))
        except Exception as error:  # noqa: BLE001 - whatever fails in a game of somebody's own
            self.say(f"The program has no reply: {error}")
            return
        answer, nodes = self.reply, len(self.reply.tree)
        horizon = "" if answer.depth is None else f" ({answer.depth} plies, then estimates)"
        cost = (
            f"  worth {shown(answer.value)}{horizon}: minimax {grouped(nodes)} calls, "
            f"alpha-beta {grouped(answer.calls)} ({100 * answer.calls / nodes:.1f} %)"
        )
        self.position = answer.position
        self.story.append(line((f"{answer.name}", "bold strong"), cost))
        self._go_on()

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:  # noqa: ARG002
        """Offer moves only while the person is to move."""
        return action != "play" or self.persons_turn

    def action_play(self) -> None:
        """Play the move in the box; one that is none stays in it."""
        if not self.persons_turn:
            return
        try:
            move = read_move(self.game, self.position, self.form.answers.get("move", ""))
        except GameError as error:
            self.say(as_sentence(str(error)))
            self.form.reject("move")
            return
        name = self.game.move_name(self.position, move)
        self.position = self.game.play(self.position, move)
        self.story.append(line((f"you: {name}", "quiet")))
        self._go_on()

    def action_new(self) -> None:
        """Begin again."""
        self.workers.cancel_node(self)
        self.position, self.reply, self.story = self.opening, None, []
        self._go_on()

    def action_search(self) -> None:
        """Answer by the other search from now on; both find the same value."""
        self.algorithm = next(name for name in SEARCHES if name != self.algorithm)
        self.show()

    def action_tree(self) -> None:
        """Step through the search for the last reply."""
        if self.reply is None:
            self.say("There is no tree yet: the program has not answered.")
            return
        name = f"{self.game.title}: the search for {self.reply.name}"
        view = View([Exercise(self.reply.tree)], name, {"algorithm": self.algorithm})
        self.post_message(messages.OpenScreen("explorer", view))


def board_lines(drawn: str, width: int, height: int) -> list[TextLine]:
    """Return a drawn position, its squares as surfaces as large as the room allows, in its middle.

    A square is higher than a line where there is room for it; its mark stands in the middle.
    """
    rows = drawn.splitlines()
    if not any(_SQUARES.search(row) for row in rows):
        return [line(" " * max(1, (width - len(row)) // 2), (row, "bold strong")) for row in rows]
    across, tall = max(len(row.split()) for row in rows), 1
    while tall < _LARGEST and (tall + 2) * len(rows) < height and (2 * tall + 5) * across < width:
        tall += 2
    size = 2 * tall + 1 if 2 * len(rows) + 2 <= height and 4 * across < width else 1
    lines: list[TextLine] = []
    for number, row in enumerate(rows):
        squares = _SQUARES.search(row)
        if squares is None:
            before = row[: len(row) - len(row.lstrip())]
            text = "".join(word.center(size) for word in row.split())
            pieces = [(row if size == 1 else before + text, "quiet")]
        else:  # in turns of two surfaces, what is beside them quiet
            pad = " " * (size // 2)
            pieces = [(row[: squares.start()], "quiet")]
            for column, mark in enumerate(squares[0].split(" ")):
                surface = "current" if (number + column) % 2 else "panel"
                pieces.append((f"{pad}{mark}{pad}", f"{_SIDES.get(mark, 'ghost')} on {surface}"))
            pieces.append((row[squares.end() :], "quiet"))
        margin = " " * max(1, (width - sum(len(text) for text, _ in pieces)) // 2)
        empty = [(" " * len(text), style if " on " in style else "") for text, style in pieces]
        half = tall // 2 if squares else 0
        lines += [line(margin, *empty)] * half
        lines += [line(margin, *pieces), *[line(margin, *empty)] * half]
    return lines
