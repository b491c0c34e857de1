"""Trees to order, exercise sheets with their keys, and the grades of what is handed in."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from fractions import Fraction
from numbers import Rational
from typing import Any, Final, Literal, NamedTuple, TypeAlias, Unpack, get_args

from treeexplorer import notation
from treeexplorer.course import feedback as feedback_pages
from treeexplorer.course import generate as generating
from treeexplorer.course import grade as grading
from treeexplorer.course import pages
from treeexplorer.course.class_statistics import QuestionStatistics, questions
from treeexplorer.course.generate import Order
from treeexplorer.course.grade import Cost, Marks, format_points
from treeexplorer.course.handin import grade_text
from treeexplorer.course.key import KeyTree, check_key
from treeexplorer.course.moodle import moodle
from treeexplorer.course.sheet import ASKS, Ask, SheetTree, variants
from treeexplorer.course.sheet import Sheet as EngineSheet
from treeexplorer.engine import growth as measuring
from treeexplorer.engine.best_order import Goal, order_tree
from treeexplorer.engine.growth import Growth
from treeexplorer.errors import TreeexplorerError
from treeexplorer.games.growing import grow
from treeexplorer.games.protocol import AnyGame, game_of
from treeexplorer.games.registry import load_game
from treeexplorer.library import guards
from treeexplorer.library.checks import Check, check_of, exercises_of
from treeexplorer.library.exercises import Exercise, inner_of, rules_for
from treeexplorer.rules import ResolvedRules, RuleChanges, parse_rule
from treeexplorer.text import described

PageFormat: TypeAlias = Literal["markdown", "latex", "html", "moodle"]
KeyFormat: TypeAlias = Literal["tree", "markdown", "latex", "html"]
_PAGE_FORMATS: Final = get_args(PageFormat)
_KEY_FORMATS: Final = get_args(KeyFormat)
_GOALS: Final = get_args(Goal)
_MOST_TREES: Final = 200
_MOST_VARIANTS: Final = 26
_MOST_PLIES: Final = 100
_LEVEL: Final = "a level is a number from 1 to 5"


# -- trees to order ----------------------------------------------------------------------------


def generate(level: int | None = None, *, seed: int = 0, order: Order | None = None) -> Exercise:
    """Return a tree to order; the same one from the same seed.

    It states the rules of its order, as far as they are not the built-in ones, and is searched
    under them. A course file counts for :func:`load` alone.

    Args:
        level: From 1 (easy) to 5; two plies of three children without one.
        seed: Any integer.
        order: What it is to be like in detail, in the place of a level.

    Raises:
        TypeError: One of them is of another type.
        OrderError: The order makes no sense, or no tree was found that meets it.
        TreeexplorerError: There is no such level.

    Example:
        >>> search(generate(2, seed=7)).bound
        'exact'
    """
    (exercise,) = generate_all(1, level, seed=seed, order=order)
    return exercise


def generate_all(
    count: int, level: int | None = None, *, seed: int = 0, order: Order | None = None
) -> tuple[Exercise, ...]:
    """Return several trees that are made to order, each from a seed of its own.

    Args:
        count: How many, from 1 to 200.
        level: From 1 (easy) to 5, as for :func:`generate`.
        seed: Any integer, the seed of the first; the same trees come from the same seed.
        order: What they are to be like in detail, in the place of a level.

    Raises:
        TypeError: An argument is of another type.
        OrderError: The order makes no sense, or no tree was found that meets it.
        TreeexplorerError: There is no such level, or the number is too large.

    Example:
        >>> first, second = generate_all(2, level=1, seed=7)
        >>> first == generate(1, seed=7), second == first
        (True, False)
    """
    number = guards.whole_number(
        count, f"count is a number from 1 to {_MOST_TREES}", 1, _MOST_TREES
    )
    start = guards.whole_number(seed, "seed is a whole number")
    wanted = _wanted_order(level, order)
    trees = generating.several(wanted, start, number)
    return tuple(Exercise(notation.Exercise(tree).stating(wanted.rules)) for tree in trees)


def _wanted_order(level: int | None, order: Order | None) -> Order:
    """Return what a tree is to be like, in detail or by its level.

    Raises:
        TypeError: One of them is of another type.
        TreeexplorerError: There is no such level.
    """
    if level is not None:
        level = guards.whole_number(level, _LEVEL, 1, 5)
    if order is None:
        return generating.order_of_level(level)
    guards.require(order, Order, "order is a te.Order")
    return order


def game_tree(
    game: str | AnyGame | type[AnyGame],
    *,
    position: str | None = None,
    depth: int | None = None,
    best_first: bool = False,
) -> Exercise:
    """Return the tree of a game, its nodes named by moves.

    A course file counts for :func:`load` alone.

    Args:
        game: A subclass of :class:`Game`, or the name of a built-in game.
        position: Where to begin, as the game writes positions; its start where ``None``.
        depth: How many plies to grow, then estimate; ``None`` for every game to its end.
        best_first: Whether the move with the best estimate stands first.

    Raises:
        TypeError: An argument is of another type.
        GameError: It is neither a game nor the name of one.
        PositionError: It cannot read the position.
        RulesError: The depth is no number of plies.

    Example:
        >>> search(game_tree("nim", position="1,2")).value
        1
    """
    # An instance of the game; a subclass is instantiated.
    made = load_game(game) if isinstance(game, str) else game_of(game)
    if position is not None:
        guards.require(position, str, "position is a text, as the game writes positions")
    guards.require_flag(best_first, "best_first")
    start = None if position is None else made.read(position)
    return Exercise(grow(made, start, depth=parse_rule("depth", depth), best_first=best_first))


class Ordering(NamedTuple):
    """A tree with its children in another order, as :func:`order` returns it.

    Attributes:
        goal: ``best``, ``worst`` or ``sorted``.
        exercise: The tree in that order.
        evaluations: How many leaf evaluations its search takes.
        exact: Whether no order takes fewer (best), or more (worst).
    """

    goal: Goal
    exercise: Exercise
    evaluations: int
    exact: bool

    def to_dict(self) -> dict[str, Any]:
        r"""Return the tree and its order as a dictionary, the row that ``order --json`` prints.

        ``text`` is the tree in the notation, with a newline at its end.

        Example:
            >>> order(parse("[[2 4] [3 12]]"), "best").to_dict()["text"]
            '[[3 12] [2 4]]\n'
        """
        return {
            "goal": self.goal,
            "leaves": self.exercise.leaf_count,
            "evaluations": self.evaluations,
            "exact": self.exact,
            "text": notation.write(inner_of(self.exercise, "order")),
        }


def order(
    exercise: Exercise,
    goal: Goal = "best",
    **changes: Unpack[RuleChanges],
) -> Ordering:
    r"""Return a tree with its children in the best, the worst or a sorted order.

    Args:
        exercise: The tree; what is claimed of it is left out.
        goal: ``best`` needs the fewest leaves, ``worst`` costs the most, ``sorted`` has each
            player's best move first.
        **changes: Rules that are to be others, as for a search.

    Raises:
        TypeError: It is no exercise.
        RulesError: See :func:`search`; or the tree has unknown leaves.
        TreeexplorerError: There is no such goal.

    Example:
        >>> found = order(parse("[[2 4 6] [3 12 8]]"), "best")
        >>> found.evaluations, found.exact, write(found.exercise)
        (4, True, '[[3 12 8] [2 4 6]]\n')
    """
    inner = inner_of(exercise, "order")
    guards.choice(goal, _GOALS, "the goal of an order")
    resolved = rules_for(exercise, changes)
    # The players of the rules, which may be others than those of the file.
    tree = inner.tree.with_levels(resolved.rules.levels)
    found = order_tree(tree, resolved.rules, goal)
    ordered = notation.Exercise(found.tree, directives=inner.directives)
    return Ordering(goal, Exercise(ordered), found.record.evaluations, found.is_exact)


def growth(branching: int = 3, depth: int = 8) -> tuple[Growth, ...]:
    """Return how many leaves alpha-beta reads on uniform trees, for each depth up to one.

    Args:
        branching: How many children a node has, from 2 to 1,000.
        depth: The most plies, from 1.

    Raises:
        TypeError: One of them is no whole number.
        TreeexplorerError: A tree would have more than 100,000 leaves.

    Example:
        >>> row = growth(2, 4)[-1]
        >>> row.depth, row.minimax, row.worst, row.best, row.root
        (4, 16, 16, 7, 4.0)
    """
    width = guards.whole_number(branching, "branching is a number from 2 to 1,000", 2, 1_000)
    wanted = f"depth is a number of plies from 1 to {_MOST_PLIES}"
    most = guards.whole_number(depth, wanted, 1, _MOST_PLIES)
    return tuple(measuring.growth(width, range(1, most + 1)))


# -- sheets ------------------------------------------------------------------------------------


class Sheet:
    """An exercise sheet with its key and the file to fill in, as :func:`sheet` returns it.

    Attributes:
        title: Its heading.
        letter: Which variant it is; empty where it is none.

    Example:
        >>> print(sheet(parse("[[3 12] [2 4]]"), title="Week 3").handout().splitlines()[0])
        # Week 3
    """

    def __init__(self, made: EngineSheet) -> None:
        self._made = made
        self.title: Final = made.title
        self.letter: Final = made.letter

    def handout(self, to: PageFormat = "markdown") -> str:
        """Return what is handed out; it tells nothing of the answer.

        Raises:
            TypeError: The format is no text.
            TreeexplorerError: There is no such format.

        Example:
            >>> sheet(parse("[[3 12] [2 4]]")).handout("html")[:15]
            '<!doctype html>'
        """
        guards.choice(to, _PAGE_FORMATS, "the format of a handout")
        if to == "moodle":
            return moodle(self._made)
        return pages.PAGE_WRITERS[to](list(self._made.handout()))

    def key(self, to: KeyFormat = "tree") -> str:
        """Return the key; as ``tree`` it can be parsed, and graded against.

        Raises:
            TypeError: The format is no text.
            TreeexplorerError: There is no such format.

        Example:
            >>> print(sheet(parse("[[3 12] [2 4]]")).key().splitlines()[-1])
            3[3[3 12] <=2[2 /4]]
        """
        guards.choice(to, _KEY_FORMATS, "the format of a key")
        if to == "tree":
            return notation.write_all(tree.key for tree in self._made.trees)
        return pages.PAGE_WRITERS[to](list(self._made.key()))

    def blank(self) -> str:
        """Return the text to fill in, with ``?`` in the place of each answer.

        Example:
            >>> print(sheet(parse("[[3 12] [2 4]]")).blank().splitlines()[-1])
            ?[?[3 12] ?[2 4]]
        """
        return notation.write_all(self._made.blanks)

    def variants(self, count: int, *, seed: int = 0) -> tuple[Sheet, ...]:
        """Return variants A, B, C, … of it, up to 26: the same drawings with other leaves.

        Raises:
            TypeError: One of them is no whole number.
            VariantError: A tree has not so many that differ in what is pruned.

        Example:
            >>> made = sheet(parse("[[3 12 8] [2 4 6] [14 5 2]]")).variants(2)
            >>> [each.letter for each in made]
            ['A', 'B']
        """
        wanted = f"count is a number from 1 to {_MOST_VARIANTS}"
        number = guards.whole_number(count, wanted, 1, _MOST_VARIANTS)
        start = guards.whole_number(seed, "seed is a whole number")
        return tuple(map(Sheet, variants(self._made, number, start)))

    def __repr__(self) -> str:
        return f"<Sheet {self._made.heading}: {len(self._made.trees)} trees>"


def sheet(
    exercises: Exercise | Sequence[Exercise],
    *,
    ask: Iterable[Ask] = ("values", "cuts"),
    title: str = "Exercise sheet",
    instructions: str = "",
    name_field: bool = False,
    points: float | None = None,
    **changes: Unpack[RuleChanges],
) -> Sheet:
    """Return an exercise sheet of trees; what is claimed about them is left out.

    Args:
        exercises: A tree or several.
        ask: What to ask for: ``values``, ``cuts``, ``windows`` or ``exit-windows``, ``best``,
            ``read``, ``pruned-if``.
        title: The heading of the sheet.
        instructions: What stands above the trees.
        name_field: Whether there is a line for the name.
        points: The points that a tree is worth.
        **changes: Rules that are to be others, as for a search.

    Raises:
        TypeError: An argument is of another type.
        RulesError: See :func:`search`.
        TreeexplorerError: There is nothing to ask for, or nothing of it has an answer.

    Example:
        >>> made = sheet([parse("[[3 12] [2 4]]"), parse("[1 2]")], ask=["values", "best"])
        >>> made
        <Sheet Exercise sheet: 2 trees>
    """
    # All arguments are checked before the trees are searched.
    checked_exercises = exercises_of(exercises, "te.sheet takes an Exercise, or a list of them")
    questions = _kinds_of_questions(ask)
    guards.require(title, str, "title is a text")
    guards.require(instructions, str, "instructions are a text")
    guards.require_flag(name_field, "name_field")
    points_of_tree = _points_of(points)

    engine_sheet = EngineSheet(
        title=title,
        trees=_trees_of_sheet(checked_exercises, questions, changes),
        instructions=instructions,
        has_name_field=name_field,
        points=points_of_tree,
    )
    return Sheet(engine_sheet)


def _trees_of_sheet(
    exercises: Iterable[Exercise], asks: tuple[Ask, ...], changes: RuleChanges
) -> tuple[SheetTree, ...]:
    """Make the trees of a sheet, each with its questions, under a heading that no other tree has.

    Args:
        exercises: The trees, in the order of the sheet.
        asks: What is asked of each, such as ``values``.
        changes: Rules that are to be others, as for a search.

    Raises:
        TreeexplorerError: At a tree nothing of what is asked for has an answer.
    """
    trees: list[SheetTree] = []
    for number, exercise in enumerate(exercises, 1):
        title = exercise.title if exercise.title else f"Tree {number}"
        heading = _own_heading(title, trees)  # another one than those of the trees before
        rules = rules_for(exercise, changes).rules
        tree = SheetTree(heading, inner_of(exercise, "sheet"), rules, asks)
        _refuse_without_answer(tree)
        trees.append(tree)
    return tuple(trees)


def _refuse_without_answer(tree: SheetTree) -> None:
    """Make sure that something of what is asked of a tree has an answer.

    Raises:
        TreeexplorerError: Nothing has.
    """
    if not tree.claims:
        raise TreeexplorerError(
            f"{tree.heading}: nothing of what is asked for has an answer here; an unknown leaf "
            "takes ask=['pruned-if']"
        )


def _own_heading(title: str, others: Iterable[SheetTree]) -> str:
    """Return a title with a number behind it where other trees have it for a heading.

    A tree is told by its heading when it is graded.
    """
    same = sum(tree.heading == title for tree in others)
    return f"{title} ({same + 1})" if same else title


def _kinds_of_questions(ask: object) -> tuple[Ask, ...]:
    """Check the kinds of questions for a sheet, and return each once, in the order of :data:`ASKS`.

    Args:
        ask: What a caller passed, such as ``["cuts", "values"]``.

    Raises:
        TypeError: They are no list of texts.
        TreeexplorerError: There are none, a word is no kind, or both kinds of windows are asked
            for.
    """
    *others, last = ASKS
    wanted = f"ask is a list of {', '.join(others)} or {last}"
    # A text can be iterated over, too: letter by letter.
    if isinstance(ask, str) or not isinstance(ask, Iterable):
        raise guards.refused(wanted, ask)
    words = list(ask)
    for word in words:
        guards.choice(word, ASKS, "what is asked for")
    has_both_windows = {"windows", "exit-windows"}.issubset(words)
    if not words or has_both_windows:
        raise TreeexplorerError(f"{wanted}, one of the two windows at most, not {described(ask)}")
    return tuple(kind for kind in ASKS if kind in words)


# -- grades ------------------------------------------------------------------------------------


class TreeGrade:
    """The grade of one tree of a hand-in: a point for each of the key's claims that it has right.

    Attributes:
        title: The tree's title.
        marks: What it is worth.
        check: The claims that count, judged; ``None`` if the tree is missing.
        sum: For each subject its name, how many points are earned and how many there are.
        deductions: What is taken off, each with its points.
        earned: Of each claim of the key whether it is earned; ``None`` if it is not answered.
        costs: Why each point is lost, before points are scaled; they add up.

    Example:
        >>> key = parse("3[3[3 12 8] <=2[2 /4 /6]]")
        >>> grade(key, [parse("3[3[3 12 8] 4[2 4 6]]")])[0].trees[0].sum
        (('values', 2, 3), ('slashes', 0, 2))
    """

    def __init__(self, graded: grading.TreeGrade, key: _KeyOfTree) -> None:
        """Keep the grade of one tree; :func:`grade` makes them.

        Args:
            graded: The grade of the package.
            key: The tree of the key, with its rules.
        """
        self._graded = graded
        self.title: Final = graded.title
        self.marks: Final = graded.marks
        self.check: Final = _check_by_key(graded, key)
        self.sum: Final = tuple(graded.points_by_subject)
        self.deductions: Final = tuple(graded.deductions)
        self.earned: Final = graded.earned
        self.costs: Final[tuple[Cost, ...]] = tuple(graded.costs)

    def to_dict(self) -> dict[str, Any]:
        """Return it as in ``grade --json``."""
        return self._graded.to_dict()

    def __repr__(self) -> str:
        return f"<TreeGrade of {self.title}: {format_points(self.marks)}>"


def _check_by_key(graded: grading.TreeGrade, key: _KeyOfTree) -> Check | None:
    """Return the check of a tree that was graded by a key; ``None`` if it is missing."""
    if graded.check is None:
        return None
    return check_of(key.exercise, graded.check, key.resolved)


class Grade:
    """The grade of a hand-in, as :func:`grade` returns it.

    Attributes:
        name: What the hand-in is called.
        student: Who handed it in, where it says so by ``@name``.
        variant: The name of the key that it was graded by, where there are several.
        trees: The grades of the key's trees, in the key's order; none where it was not graded.
        slip: What was done differently in the whole of it, in a sentence; empty where nothing was.
        remarks: What else is to be said, such as rules of its own.
        problem: Why it was not graded; ``None`` if it was.

    Example:
        >>> key = parse("3[3[3 12 8] <=2[2 /4 /6]]")
        >>> grade(key, {"Anna": parse("3[3[3 12 8] 4[2 4 6]]")})
        [<Grade of Anna: 2 of 5 points>]
    """

    def __init__(self, graded: grading.Grade, keys: Mapping[str, _Key]) -> None:
        """Keep the grade of a hand-in; :func:`grade` makes them.

        Args:
            graded: The grade of the package.
            keys: All keys by their names, for statistics; the variant of the grade is one of them.
        """
        self._graded = graded
        self._keys = keys
        self.name: Final = graded.name
        self.student: Final = graded.student
        self.variant: Final = graded.variant
        self.slip: Final = graded.slip
        self.remarks: Final = graded.remarks
        self.problem: Final = graded.problem
        is_graded = len(graded.trees) > 0
        self.trees: Final = keys[graded.variant].build_grades(graded) if is_graded else ()

    @property
    def marks(self) -> Marks:
        """The marks of all trees together."""
        return self._graded.marks

    @property
    def is_whole(self) -> bool:
        """Whether all of its trees were graded."""
        return self._graded.is_whole

    def feedback(self) -> str:
        """Return what is said to the person who handed it in, as an HTML page.

        Example:
            >>> key = parse("3[3[3 12 8] <=2[2 /4 /6]]")
            >>> grade(key, [key])[0].feedback()[:15]
            '<!doctype html>'
        """
        return feedback_pages.feedback(self._graded)

    def to_dict(self) -> dict[str, Any]:
        """Return the row that ``grade --json`` prints; its points are null if it was not graded.

        Example:
            >>> key = parse("3[3[3 12 8] <=2[2 /4 /6]]")
            >>> grade(key, {"Anna": key})[0].to_dict()["points"]
            5.0
        """
        return self._graded.to_dict()

    def __repr__(self) -> str:
        return repr(self._graded)


class _KeyOfTree(NamedTuple):
    """A tree of a key as it was given, with its rules."""

    title: str
    exercise: Exercise
    resolved: ResolvedRules


class _Key(NamedTuple):
    """A key: its trees as they were given, and as papers are graded by them."""

    trees: Sequence[_KeyOfTree]
    checked: Sequence[KeyTree]

    def build_grades(self, graded: grading.Grade) -> tuple[TreeGrade, ...]:
        """Return the grades of all trees of this key, as the library hands them out.

        A hand-in that was graded by a key has a grade for each of its trees in the same order, even
        for one that was not handed in.
        """
        pairs = zip(graded.trees, self.trees, strict=True)
        return tuple(TreeGrade(grade_of_tree, key_tree) for grade_of_tree, key_tree in pairs)


Key: TypeAlias = "Exercise | Sequence[Exercise]"
HandIn: TypeAlias = "Exercise | Sequence[Exercise] | str"


def grade(
    key: Key | Mapping[str, Key],
    hand_ins: Iterable[HandIn] | Mapping[str, HandIn],
    *,
    points: float | None = None,
) -> list[Grade]:
    """Mark hand-ins against a key; trees are told by their titles, else by their leaves.

    Args:
        key: A tree with its right claims, or several. A mapping has the keys of variants by their
            names: each hand-in is graded by the one whose leaves it has.
        hand_ins: Each a tree, several, or a text, which is read with good will: what cannot be
            read costs its line and is named. A mapping has their names, too.
        points: Scales each tree to so many points; one a claim without it.

    Raises:
        TypeError: They are no exercises and no texts.
        WrongKeyError: A key claims nothing, or something that is wrong.

    Example:
        >>> key = parse("3[3[3 12 8] <=2[2 /4 /6]]")
        >>> grade(key, [key, parse("3[3[3 12 8] 4[2 4 6]]")])[0].marks.mistakes
        0
        >>> grade(key, {"Anna": "3[3[3 12 8] <=2[2 ╳4 ╳6]]"}, points=10)
        [<Grade of Anna: 10 of 10 points>]
        >>> other = parse("4[4[4 12 9] <=1[1 /5 /7]]")
        >>> [each.variant for each in grade({"A": key, "B": other}, [other, key])]
        ['B', 'A']
    """
    keys = {variant: _key_of(key_of_variant) for variant, key_of_variant in _named_keys(key)}
    if not keys:
        raise TreeexplorerError("there is no key: the mapping is empty")
    checked_trees = {variant: checked_key.checked for variant, checked_key in keys.items()}
    points_of_tree = _points_of(points)

    grades: list[Grade] = []
    for name, text in _names_and_texts(hand_ins):
        content = text.encode()  # hand-ins are read as files are, which come as bytes
        graded = grade_text(name, content, checked_trees, points_of_tree)
        grades.append(Grade(graded, keys))
    return grades


def class_statistics(grades: Sequence[Grade]) -> dict[str, tuple[QuestionStatistics, ...]]:
    """Return how a class answered each question, by the name of the key.

    Args:
        grades: What one call of :func:`grade` returned, or some of it.

    Returns:
        By the name of the key, ``""`` for a key without a name: how each of its questions was
        answered, in the order of the key.

    Raises:
        TypeError: They are no grades.
        TreeexplorerError: They come from several calls of :func:`grade`.

    Example:
        >>> key = parse("3[3[3 12 8] <=2[2 /4 /6]]")
        >>> wrong = parse("3[3[3 12 8] 4[2 /4 /6]]")
        >>> row = class_statistics(grade(key, [key, wrong, wrong]))[""][2]
        >>> row.question, row.right, row.wrong, row.wrong_answers
        ('value of ▽B', 1, 2, (('4', 2),))
    """
    _require_grades(grades)
    if not grades:
        return {}
    keys = grades[0]._keys
    # The very same dictionary is kept by all grades of one call.
    if any(each._keys is not keys for each in grades):
        raise TreeexplorerError("the grades come from several calls of te.grade")
    statistics: dict[str, tuple[QuestionStatistics, ...]] = {}
    for name, key in keys.items():
        own = [each._graded for each in grades if each.variant == name]
        statistics[name] = tuple(questions(key.checked, own))
    return statistics


def _require_grades(grades: object) -> None:
    """Make sure that grades are a sequence of such.

    Raises:
        TypeError: They are none.
    """
    wanted = "class_statistics takes the grades that te.grade returns"
    if isinstance(grades, str) or not isinstance(grades, Sequence):
        raise guards.refused(wanted, grades)
    for each in grades:
        guards.require(each, Grade, wanted)


def _named_keys(key: object) -> Iterator[tuple[str, object]]:
    """Yield each key with its name; one that has none is called nothing."""
    if not isinstance(key, Mapping):
        yield "", key
        return
    for name, each in key.items():
        guards.require(name, str, "the keys of variants are named by texts")
        yield str(name), each


def _key_of(key: object) -> _Key:
    """Return a key, checked.

    Raises:
        TypeError: It is no exercise, and no list of them.
        WrongKeyError: It claims nothing, or something that is wrong.
    """
    exercises = exercises_of(key, "the key is an Exercise, or a list of them")
    trees = [_key_of_tree(each, number) for number, each in enumerate(exercises, 1)]
    checked = check_key(
        (each.title, inner_of(each.exercise, "grade"), each.resolved.rules) for each in trees
    )
    return _Key(trees, checked)


def _key_of_tree(exercise: Exercise, number: int) -> _KeyOfTree:
    """Return a tree of a key with its title, or its number where it has none."""
    title = exercise.title if exercise.title else f"tree {number}"
    return _KeyOfTree(title, exercise, rules_for(exercise, {}))


def _points_of(points: object) -> Fraction | None:
    """Check the points that a tree is worth, and return them as an exact fraction.

    Args:
        points: What a caller passed; ``None`` if no points are given.

    Raises:
        TypeError: They are no number.
        TreeexplorerError: They are not above 0 and at most 1,000,000.
    """
    if points is None:
        return None
    wanted = "points are a number above 0 and at most 1,000,000"
    number = guards.real_number(points, wanted)
    if not 0 < number <= 1_000_000:
        raise TreeexplorerError(f"{wanted}, not {described(points)}")
    # A float counts as the decimal that is written: 0.1 is one tenth.
    return Fraction(number) if isinstance(number, Rational) else Fraction(repr(number))


def _names_and_texts(hand_ins: object) -> Iterator[tuple[str, str]]:
    """Yield each hand-in as a pair of its name and its text.

    In a list, which has no names, they are called ``hand-in 1``, ``hand-in 2``, ….

    Args:
        hand_ins: What a caller passed: exercises, texts, or a mapping of names to them.

    Raises:
        TypeError: They are something else.
    """
    wanted = "hand_ins are a list of exercises or texts, or a mapping of names to them"
    # One tree or one text can be iterated over, too, but is no list of hand-ins.
    if isinstance(hand_ins, Exercise | str | bytes) or not isinstance(hand_ins, Iterable):
        raise guards.refused(wanted, hand_ins)
    pairs = hand_ins.items() if isinstance(hand_ins, Mapping) else _numbered(hand_ins)
    for name, paper in pairs:
        guards.require(name, str, wanted)
        text = paper if isinstance(paper, str) else _text_of(paper, wanted)
        yield str(name), text


def _numbered(hand_ins: Iterable[object]) -> Iterator[tuple[str, object]]:
    """Yield hand-ins that have no names, with their numbers."""
    for number, paper in enumerate(hand_ins, 1):
        yield f"hand-in {number}", paper


def _text_of(paper: object, wanted: str) -> str:
    """Return exercises that are handed in as a text."""
    exercises = exercises_of(paper, wanted)
    return notation.write_all(inner_of(exercise, "grade") for exercise in exercises)
