"""What people do with a tree: check answers, fill in a worksheet, predict, solve for unknowns.

- Claims in a tree: :mod:`claims` lists them, :mod:`findings` and :mod:`check` judge them,
  :mod:`marking` tells mistakes from consequences, :mod:`why_wrong` and :mod:`hints` explain.
- A worksheet and a quiz: :mod:`worksheet` with :mod:`entries`, :mod:`follow` and
  :mod:`model_answer`; :mod:`quiz` with :mod:`questions` and :mod:`slips`.
- Sheets to hand out: :mod:`sheet`, printed by the modules named ``sheet_…``; trees for them come
  from :mod:`generate`.
- Unknown leaves: :mod:`unknowns`. What a wrong slash overlooks: :mod:`pruning`.
- A person's own program: :mod:`verify`, with the other modules named ``verify_…``.
- How much alpha-beta saves: :mod:`growth`.
"""
