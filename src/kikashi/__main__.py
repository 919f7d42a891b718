"""`python -m kikashi`: the command line, where the program is not on the path."""

from kikashi.cli import main

if __name__ == "__main__":
    main()
