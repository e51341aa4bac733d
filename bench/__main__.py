"""What can be measured from here: ``python -m bench``, and ``python -m bench mutants --help`` for how."""

import sys
from importlib import import_module
from typing import Final

COMMANDS: Final = {"mutants": "faults planted one by one, and which of them no test notices"}


def main() -> int:
    name, *arguments = sys.argv[1:] or [""]
    if name in COMMANDS:
        return int(import_module(f"bench.{name}").main(arguments))
    print(
        "\n".join(("python -m bench COMMAND ...", *(f"  {command:10} {about}" for command, about in COMMANDS.items())))
    )
    return 0 if not name else 2


if __name__ == "__main__":
    sys.exit(main())
