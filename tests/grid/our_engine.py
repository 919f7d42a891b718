"""Our own engine as an outside program that knows nothing of the grid: `PACKAGES WORD...`.

It runs by the system's plain Python in a cage, so it is told where the packages are.
"""

from __future__ import annotations

import site
import sys


def main() -> None:
    packages = sys.argv.pop(1)
    site.addsitedir(packages)  # the .pth files too: an editable installation is one
    from kikashi.cli import main as kikashi

    kikashi()


if __name__ == "__main__":
    main()
