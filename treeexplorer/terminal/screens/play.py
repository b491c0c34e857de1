"""Playing against a search: the person moves, the program answers and shows what it cost.

The rules and the program's side live in :mod:`treeexplorer.games`; the screen shows the board,
takes a move, and opens the tree that was searched for the last reply when it is asked to.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any, ClassVar

from textual.app import ComposeResult
from textual.containers import Horizontal
from textual.worker import Worker, WorkerState

from treeexplorer.games.opponent import Algorithm, MoveError, Reply, outcome, read_move, reply
from treeexplorer.games.protocol import AnyGame, named_moves
from treeexplorer.numbers import shown
from treeexplorer.terminal import ink as styles
from treeexplorer.terminal.keys import bindings
from treeexplorer.terminal.screens.explorer import Explorer
from treeexplorer.terminal.screens.mode import Mode
from treeexplorer.terminal.styled import Styled
from treeexplorer.terminal.widgets.boxes import Box, Boxes
from treeexplorer.terminal.widgets.lines import Divider, Hints, Lines, TooSmall, heading
from treeexplorer.tree import Player

if TYPE_CHECKING:
    from textual.binding import BindingType


_FOOTER = (
    "play_move",
    "play_other",
    "play_tree",
    "play_search",
    "play_new",
    "play_leave",
    "play_help",
)
_WORDS: dict[Algorithm, str] = {"alphabeta": "alpha-beta", "minimax": "minimax"}


class SearchedTree(Explorer):
    """The tree searched for a reply; leaving it goes back to the game."""

    returns = True


class Play(Mode):
    """A game against the program.

    Args:
        game: The rules.
        opening: The position in which it begins.
        person_begins: Whether the person makes the first move.
        algorithm: The search with which the program answers.
    """

    BINDINGS: ClassVar[list[BindingType]] = bindings("play")
    AUTO_FOCUS = "#entry"
    scopes = ("play",)

    def __init__(
        self,
        game: AnyGame,
        opening: Any,
        *,
        person_begins: bool = True,
        algorithm: Algorithm = "alphabeta",
    ) -> None:
        super().__init__()
        self.game = game
        self.opening = opening
        self.position: Any = opening
        self.person_begins = person_begins
        self.algorithm: Algorithm = algorithm
        self.reply: Reply[Any, Any] | None = None
        self._searched_from: Any = opening
        self.said: list[Styled] = []
        self.message = ""
        self._thinks: Worker[Reply[Any, Any]] | None = None

    # -- what is on the screen -----------------------------------------------------------------

    def compose(self) -> ComposeResult:
        """Build the screen from top to bottom."""
        ink = self.app.ink
        yield Lines(self._heading, id="heading")
        yield Divider(ink, "┬", self.divide)
        with Horizontal(id="body"):
            yield Lines(self._board, id="board")
            yield Lines(self._story, id="beside")
        yield Divider(ink, "┴", self.divide)
        yield Lines(self._message_line, id="message-line")
        yield Boxes(ink, id="entry")
        yield Divider(ink)
        yield Hints(ink, self.footer, id="footer")
        yield TooSmall(ink)

    def on_mount(self) -> None:
        """Begin."""
        self._go_on()

    def beside_width(self, width: int) -> int:
        """Return how wide the list of replies is."""
        return min(60, max(26, width // 2))

    @property
    def person(self) -> Player:
        """The person's side: MAX begins."""
        first = self.game.player(self.opening)
        return first if self.person_begins else first.opponent

    @property
    def over(self) -> bool:
        """Whether the game has ended."""
        return self.game.value(self.position) is not None

    @property
    def persons_turn(self) -> bool:
        """Whether the person is to move."""
        return not self.over and self.game.player(self.position) is self.person

    def _heading(self, width: int, height: int) -> list[Styled]:  # noqa: ARG002 - one line at any height
        sign = self.person.sign
        name = "MAX" if self.person is Player.MAX else "MIN"
        right = f"you are {sign} {name} · the program answers by {_WORDS[self.algorithm]}"
        return heading(self.app.ink, self.game.title, right, width)

    def _board(self, width: int, height: int) -> list[Styled]:
        lines = self.game.draw(self.position).splitlines()
        margin = " " * max(2, (width - max(map(len, lines), default=0)) // 2)
        above = [Styled("")] * max(0, (height - len(lines)) // 2)
        rows = [self.app.ink.line((margin + line, styles.STRONG)) for line in lines]
        return self.app.ink.block([*above, *rows], width, height)

    def _story(self, width: int, height: int) -> list[Styled]:
        ink = self.app.ink
        edge = ink.line(("│", styles.QUIET))
        lines = [ink.line(("THE PROGRAM'S REPLIES", styles.HEADING))]
        replies = [part for said in self.said for part in said.wrap(width - 3)]
        room = height - 1
        lines += replies[-room:] if room > 0 else []
        if not self.said:
            lines += ink.line(("Each comes with what it cost to find.", styles.QUIET)).wrap(
                width - 3
            )
        rows = [edge + Styled(" ") + line for line in lines]
        return ink.block(rows + [edge] * height, width, height)

    def _message_line(self, width: int, height: int) -> list[Styled]:
        ink = self.app.ink
        lines = ink.paragraph(
            [ink.line((self.key_remark or self.message, styles.KEY))], width - 2, height
        )
        return ink.block([Styled(" ") + line for line in lines], width, height)

    def footer(self) -> list[tuple[str, str, str]]:
        """Return what the footer says now: id, key and word of each hint."""
        return self.hints(_FOOTER)

    def update(self) -> None:
        """Show the game as it is now."""
        boxes = self.query_one("#entry", Boxes)
        boxes.display = self.persons_turn
        self.set_focus(boxes if self.persons_turn else None)
        super().update()

    # -- playing -------------------------------------------------------------------------------

    def _go_on(self) -> None:
        """Ask the person, let the program think, or say how it ended."""
        if self.over:
            ended = outcome(self.game, self.position, person_is_max=self.person is Player.MAX)
            again, tree = (self.app.keys_of(name)[0] for name in ("play_new", "play_tree"))
            self.message = f"It is over: {ended}. {again} plays again, {tree} opens the last tree."
        elif self.persons_turn:
            moves = list(named_moves(self.game, self.position))
            listed = " ".join(moves[:16]) + (" …" if len(moves) > 16 else "")
            self.message = f"Your move: {listed}   (↑ ↓ turn through them)"
            self.query_one("#entry", Boxes).ask((Box("move", "your move:", "  ↵ play", room=8),))
        else:
            self.message = "The program is thinking …"
            position, game, algorithm = self.position, self.game, self.algorithm
            self._thinks = self.run_worker(
                lambda: reply(game, position, algorithm), thread=True, exclusive=True
            )
        self.update()

    def on_worker_state_changed(self, event: Worker.StateChanged) -> None:
        """Play what the program has found."""
        if event.worker is not self._thinks:
            return
        if event.state is WorkerState.ERROR:
            self.message = f"The program has no reply: {event.worker.error}"
            self.update()
        elif event.state is WorkerState.SUCCESS and event.worker.result is not None:
            answer = event.worker.result
            self._thinks = None
            self.reply = answer
            self._searched_from = self.position
            self.position = answer.position
            self.said.append(self._told(answer))
            self._go_on()

    def _told(self, answer: Reply[Any, Any]) -> Styled:
        share = 100 * answer.alphabeta_calls / answer.minimax_calls
        horizon = "" if answer.depth is None else f" ({answer.depth} plies, then estimates)"
        return self.app.ink.line(
            (f"{answer.name}", styles.STRONG),
            f"  worth {shown(answer.value)}{horizon}: minimax {_grouped(answer.minimax_calls)} "
            f"calls, alpha-beta {_grouped(answer.alphabeta_calls)} ({share:.1f} %)",
        )

    def on_boxes_submitted(self, event: Boxes.Submitted) -> None:
        """Play the person's move."""
        event.stop()
        self.play(event.answers.get("move", ""))

    def play(self, text: str) -> None:
        """Play a move that was typed; say what is wrong with it if it is none."""
        if not self.persons_turn:
            return
        try:
            move = read_move(self.game, self.position, text)
        except MoveError as error:
            self.message = str(error)
            self.update()
            return
        name = self.game.move_name(self.position, move)
        self.position = self.game.play(self.position, move)
        self.said.append(self.app.ink.line((f"you: {name}", styles.QUIET)))
        self._go_on()

    def turn_moves(self, by: int) -> None:
        """Write the next or previous possible move into the box."""
        if not self.persons_turn:
            return
        boxes = self.query_one("#entry", Boxes)
        moves = list(named_moves(self.game, self.position))
        written = boxes.answers.get("move", "")
        at = moves.index(written) + by if written in moves else (0 if by > 0 else -1)
        boxes.ask((Box("move", "your move:", "  ↵ play", room=8),), moves[at % len(moves)])

    def new_game(self, *, swap: bool = False) -> None:
        """Begin again, with the other side to begin if asked for."""
        if swap:
            self.person_begins = not self.person_begins
        if self._thinks is not None:
            self._thinks.cancel()
            self._thinks = None
        self.position, self.reply, self.said = self.opening, None, []
        self._go_on()
        self.message = f"A new game. {self.message}"
        self.update()

    def change_search(self) -> None:
        """Answer by the other search from now on; both find the same value."""
        self.algorithm = "minimax" if self.algorithm == "alphabeta" else "alphabeta"
        self.update()

    def open_tree(self) -> None:
        """Open the tree that was searched for the last reply."""
        if self.reply is None:
            self.message = "There is no tree yet: the program has not answered."
            self.update()
            return
        from treeexplorer.games import picture
        from treeexplorer.terminal.session import Session
        from treeexplorer.terminal.sources import Source

        game, searched_from = self.game, self._searched_from
        name = f"{game.title}: the search for {self.reply.name}"
        session = Session([self.reply.tree], name, {"option": {"algorithm": self.algorithm}})
        source = Source(name, picture=lambda tree, node: picture(game, tree, node, searched_from))
        self.app.push_screen(SearchedTree(session, source))

    # -- keys ----------------------------------------------------------------------------------


def _grouped(number: int) -> str:
    return f"{number:,}".replace(",", " ")


def play_screen(
    game: AnyGame, start: Any, *, person_begins: bool, algorithm: Algorithm
) -> Callable[[], Play]:
    """Return what makes the screen of a game, for an app that is not running yet."""
    return lambda: Play(game, start, person_begins=person_begins, algorithm=algorithm)
