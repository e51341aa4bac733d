"""Check the record of a finished game, without a server: ``faceoff verify FILE``."""

import argparse
import json
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import Final

from marshmallow import ValidationError

from service.api.routes.records import Record
from service.games.record import check_record
from service.model.answer import Problem

NAMED: Final = 3
"""Faults of what is not a record that are named."""


def main(arguments: Sequence[str] | None = None) -> int:
    """Print whether the record is correct, and its faults; return 0 if it is, 1 if it is not, 2 if it cannot be
    read.
    """
    parser = argparse.ArgumentParser(prog="faceoff verify", description="Check the record of a finished game.")
    parser.add_argument("file", type=Path, help="the record, as GET /v1/games/{id}/record returns it in JSON")
    file = parser.parse_args(arguments).file
    try:
        record = Record().load(json.loads(file.read_text(encoding="utf-8")))
        check = check_record(record)
    except OSError as error:
        print(f"{file}: {error.strerror}", file=sys.stderr)
        return 2
    except ValidationError as error:
        faults = error.messages if isinstance(error.messages, dict) else {"record": error.messages}
        named = "; ".join(f"{name}: {json.dumps(faults[name])}" for name in sorted(faults)[:NAMED])
        more = f"; and {len(faults) - NAMED} more" if len(faults) > NAMED else ""
        wanted = "GET /v1/games/{id}/record returns one for a finished game"
        print(f"{file} is not a record ({wanted}). {named}{more}", file=sys.stderr)
        return 2
    except (ValueError, KeyError, TypeError, Problem) as error:
        print(f"{file} is not a record: {error}", file=sys.stderr)
        return 2
    for what in check.unproven:
        print(f"not proven: {what}")
    for fault in check.faults:
        print(f"{fault.pointer}: {fault.message}")
    if check.faults:
        print(f"{record['id']} does not hold; {check.moves} of {len(record['moves'])} moves could be played again.")
        return 1
    print(
        f"{record['id']} holds: commitment, {check.moves} moves, {check.shuffles} shuffles, result "
        f"{check.score[0]}-{check.score[1]}."
    )
    return 0


if __name__ == "__main__":
    sys.exit(main())
