"""``python -m treeexplorer`` is the command ``treeexplorer``."""

from treeexplorer.cli import main

main()
