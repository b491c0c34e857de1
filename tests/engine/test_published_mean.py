"""The published mean of leaves read in four plies of two children, in random order."""

from __future__ import annotations

from collections import defaultdict
from fractions import Fraction
from itertools import permutations
from math import factorial

from treeexplorer.engine import Rules, search
from treeexplorer.tree import from_nested

Polynomial = dict[int, Fraction]


def times(first: Polynomial, second: Polynomial) -> Polynomial:
    product: Polynomial = defaultdict(Fraction)
    for i, x in first.items():
        for j, y in second.items():
            product[i + j] += x * y
    return product


def plus(*polynomials: Polynomial) -> Polynomial:
    total: Polynomial = defaultdict(Fraction)
    for polynomial in polynomials:
        for i, x in polynomial.items():
            total[i] += x
    return total


def scaled(factor: Fraction | int, polynomial: Polynomial) -> Polynomial:
    return {i: factor * x for i, x in polynomial.items()}


def power(polynomial: Polynomial, exponent: int) -> Polynomial:
    result: Polynomial = {0: Fraction(1)}
    for _ in range(exponent):
        result = times(result, polynomial)
    return result


def derivative(polynomial: Polynomial) -> Polynomial:
    return {i - 1: i * x for i, x in polynomial.items() if i}


def integral(polynomial: Polynomial) -> Polynomial:
    return {i + 1: x / (i + 1) for i, x in polynomial.items()}


def at(polynomial: Polynomial, x: Fraction | int) -> Fraction:
    return sum((factor * x**i for i, factor in polynomial.items()), Fraction(0))


T: Polynomial = {1: Fraction(1)}
ONE: Polynomial = {0: Fraction(1)}
REST: Polynomial = {0: Fraction(1), 1: Fraction(-1)}  # 1 − t


def leaves_read_with_window(below: int, inside: int) -> Fraction:
    """Return the mean leaves read in a two-ply tree of four leaves, by where a window lies.

    So many leaves lie below α and so many between α and β; the others lie above.
    """
    window = (below - Fraction(1, 2), below + inside - Fraction(1, 2))
    if not inside:
        window = (window[0], window[0] + Fraction(1, 4))
    total = sum(
        search(from_nested([[a, b], [c, d]]), Rules(window=window)).evaluations
        for a, b, c, d in permutations(range(4))
    )
    return Fraction(total, 24)


def test_mean_leaves_over_all_orders_of_sixteen_in_four_plies() -> None:
    """The two lower plies are searched in every order and window, the upper two integrated.

    Leaves are uniform on (0, 1) and independent, so the value of a MAX node two plies above them
    has the distribution G(t) = (1 − (1 − t)²)², and that of a MIN node over two such 1 − (1 − G)².
    With the window (t, s), MIN searches its first child with (t, s), and its second one with (t, x)
    where the first returned x between t and s.
    """
    value_at_max = power(plus(ONE, scaled(-1, power(REST, 2))), 2)
    value_at_min = plus(ONE, scaled(-1, power(plus(ONE, scaled(-1, value_at_max)), 2)))

    # MIN's mean with the window (t, 1): as a polynomial in t, by powers of t, s − t and 1 − s.
    cost: Polynomial = {}
    for below in range(5):
        for inside in range(5 - below):
            over = 4 - below - inside
            ways = factorial(4) // (factorial(below) * factorial(inside) * factorial(over))
            mean = ways * leaves_read_with_window(below, inside)
            if not over:
                cost = plus(cost, scaled(mean, times(power(T, below), power(REST, inside))))
            cost = plus(cost, scaled(mean, _integrated(below, inside, over, value_at_max)))
    root = at(cost, 0) + at(integral(times(cost, derivative(value_at_min))), 1)
    assert root == Fraction(77503, 6435)


def _integrated(below: int, inside: int, over: int, value: Polynomial) -> Polynomial:
    """Return ∫ from t to 1 of tᵇ (s − t)ⁱ (1 − s)ᵒ dG(s), as a polynomial in t."""
    total: Polynomial = {}
    for chosen in range(inside + 1):
        # (s − t)ⁱ by the binomial theorem
        ways = factorial(inside) // (factorial(chosen) * factorial(inside - chosen))
        in_s = times(times(power(T, inside - chosen), power(REST, over)), derivative(value))
        antiderivative = integral(in_s)
        from_t_on = plus({0: at(antiderivative, 1)}, scaled(-1, antiderivative))
        sign = Fraction(-1) ** chosen * ways
        total = plus(total, scaled(sign, times(power(T, below + chosen), from_t_on)))
    return total
