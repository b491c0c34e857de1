"""What people do with a tree: check answers, fill in a worksheet, predict, solve for unknowns.

- Judging: :mod:`judge` holds a claim against what a search found, or against what follows from a
  person's own entries; whatever accepts an answer asks it. :mod:`check` judges all claims about a
  tree, says why, and shows what a wrong slash overlooks.
- Writing down: :mod:`tasks` is what one writes at each step of a search; :mod:`worksheet` and
  :mod:`quiz` take it from a person.
- Marking hand-ins against a key: :mod:`grade`.
- Handing out: :mod:`answers` is the answer sheet of a search, :mod:`sheet` an exercise sheet with
  its key, written by :mod:`pages` or, for a course page, by :mod:`moodle`; trees to order and
  variants come from :mod:`generate`.
- Unknown leaves: :mod:`unknowns`.
- A person's own program: :mod:`verify`. How much alpha-beta saves: :mod:`growth`.
"""
