"""The only place where numbers and windows become words: sentences, snapshots.

- :mod:`sentence`: a sentence as data; :mod:`phrases`: its parts, such as bounds and lists of nodes.
- :mod:`steps` tell each step, with :mod:`cut_offs`, :mod:`returns` (what a node returns) and
  :mod:`endings`; :mod:`why` tells what became of a node.
- :mod:`judged`: what is said of a claim; :mod:`verdict`: of a whole paper; :mod:`hints`: where to
  look, and what was written instead.
- :mod:`paper`: what is written at each node, with its mark.
- :mod:`rules_in_words`: rules, and where two sets of them differ.
- :mod:`comparing`: two searches or many side by side.
- :mod:`snapshot`: everything that a step shows, as one plain value.

The words of this package, by the tree ``[[3 12 8] [2 4 6]]``. Its root is MAX. Below it are two MIN
nodes: ▽A with the leaves 3, 12 and 8, and ▽B with the leaves 2, 4 and 6.

- **v** of a node: the best value that has arrived from its children so far, the largest at MAX and
  the smallest at MIN. When 3 and 12 have arrived at ▽A, its v is 3.
- The **window** of a node: its lower end α and its upper end β. ▽B is *entered* with (3, +∞): α is
  3 because ▲root has 3 through ▽A. At a MAX node v can raise α, at a MIN node v can lower β. When 2
  has arrived at ▽B, its window is (3, 2).
- The **test** compares the two ends, ``α ≥ β``. At ▽B ``3 ≥ 2`` holds. This is a **cut-off**: 4 and
  6 are *pruned*. The **bound** of a cut-off is the end that v has reached, here 3.
- The **owner** of a bound is the ancestor whose v the bound is, here ▲root. The owner and the child
  that gave the bound, here ▽A, are the *witness* of the cut-off. Told as a choice, the owner is the
  **chooser**: it has 3 already, and is offered 2 or less.
- A **tie** is a cut-off at which both numbers are equal. A **deep** cut-off is one whose owner is
  not the nearest ancestor of the other player.
- A **null window** has one number in the place of both ends. It asks a **question** such as "is it
  worth more than 3?".
- The **range** is between which two numbers all values are known to lie. Most trees have none.
- What is **proven** of a node: an interval that its minimax value lies in whatever the unread
  leaves hold. When 2 has arrived at ▽B, it is proven to be worth 2 or less.
- A **paper** is what a person has written about a tree. A **claim** is one thing on it: a value, a
  window, a **slash**. A slash crosses out a branch: it claims that the search never visits it. A
  missing slash is a claim, too: that the node is visited.
"""
