"""`python -m foldline`: the same as the command."""

from foldline.cli.main import main

main()
