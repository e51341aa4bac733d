"""A small agent that follows one sentence, by lines or by the tools at FACEOFF_MCP_URL: what it knows of a game is what
it reads. ``python -m bench.agents.example matches``, with ``--mcp`` for the tools.
"""

import argparse
import asyncio
import json
import os
import random
import re
import sys
from collections.abc import Callable, Sequence
from typing import Any, Final

Answer = Any
"""The number of a move, or the move itself."""
Sentence = Callable[[Sequence[str]], Answer]
"""Chooses by the lines of a decision."""
NAME: Final = "Agent"
"""What it is called at the table."""
RANKS: Final = {
    "2": "two", "3": "three", "4": "four", "5": "five", "6": "six", "7": "seven", "8": "eight", "9": "nine",
    "T": "ten", "J": "jack", "Q": "queen", "K": "king", "A": "ace",
}  # fmt: skip


def offered(lines: Sequence[str]) -> list[str]:
    """The numbered moves, without their numbers."""
    begins = next((at for at, line in enumerate(lines) if line.endswith("Moves:")), len(lines))
    return [line.partition(" ")[2] for line in lines[begins + 1 :]]


def any_move(lines: Sequence[str]) -> Answer:
    """Any move."""
    if moves := offered(lines):
        return random.randint(1, len(moves))
    asked = next(line for line in lines if "As in {" in line)
    example = json.loads(asked[asked.index("{") :])
    cards = re.findall(r"\w+", asked.partition(", of ")[2].partition(".")[0])
    return example | {"cards": random.sample(cards, len(example["cards"]))}


def matches(lines: Sequence[str]) -> Answer:
    """Match the top card if you can, jacks only to defend, else any card."""
    moves, top = offered(lines), fact(lines, "Top")
    cards = {number: words.split(" the ")[-1] for number, words in enumerate(moves, 1)}
    if not all(" of " in card for card in cards.values()):  # who deals
        return any_move(lines)
    jacks = [number for number, card in cards.items() if card.startswith("jack")]
    plain = [number for number in cards if number not in jacks]
    wanted = [number for number in plain if top and cards[number].startswith(RANKS[top[0]])]
    defends = jacks if fact(lines, "Holder") not in ("", NAME) else []
    return random.choice(wanted or defends or plain or jacks)


def fact(lines: Sequence[str], name: str) -> str:
    """What the table says."""
    return next((line.partition(": ")[2] for line in lines if line.startswith(f"{name}: ")), "")


SENTENCES: Final[dict[str, Sentence]] = {"random": any_move, "matches": matches}


def by_lines(choose: Sentence) -> None:
    """Answer each text that an empty line ends."""
    lines: list[str] = []
    for line in map(str.rstrip, sys.stdin):
        if line:
            lines.append(line)
        elif lines:
            print(json.dumps(choose(lines)), flush=True)
            lines = []


async def by_tools(choose: Sentence) -> None:
    """Play one game."""
    from mcp import Client  # takes long to load

    async with Client(os.environ["FACEOFF_MCP_URL"]) as client:
        variant = (await client.call_tool("list_games", {})).structured_content["games"][0]["variant"]
        facts = (await client.call_tool("new_game", {"variant": variant})).structured_content
        game = facts["game"]
        while facts["status"] == "active":
            seen: Any = await client.call_tool("look", {"game": game})
            move = choose(seen.content[0].text.splitlines())
            played = {"number": move} if isinstance(move, int) else {"move": move}
            arguments = {"game": game, "version": facts["version"], **played}
            facts = (await client.call_tool("play", arguments)).structured_content


def main() -> None:
    """Play until the game is over."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("sentence", choices=list(SENTENCES))
    parser.add_argument("--mcp", action="store_true")
    wanted = parser.parse_args()
    if wanted.mcp:
        asyncio.run(by_tools(SENTENCES[wanted.sentence]))
    else:
        by_lines(SENTENCES[wanted.sentence])


if __name__ == "__main__":
    main()
