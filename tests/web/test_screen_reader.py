"""Games played by ear: through the accessibility tree alone, which screen readers read, and the keyboard."""

import random
import re
import time

import pytest
from playwright.sync_api import Error

from tests.patience import PATIENCE_S, wait_until

pytestmark = pytest.mark.slow
QUICK = {"first_dealer": "random", "periods": 1, "overtime": "none"}
NAMED = ("button", "link", "image", "checkbox", "combobox", "meter", "region", "group", "dialog")
LATE_STREAMS = """
const { fetch } = window;
window.fetch = async (url, ...rest) => {
  const response = await fetch(url, ...rest);
  if (!String(url).includes("/stream") || !response.body) return response;
  const late = new TransformStream({
    transform: (chunk, controller) => new Promise((done) => setTimeout(() => done(controller.enqueue(chunk)), 1500)),
  });
  return new Response(response.body.pipeThrough(late), response);
};
"""
LAST_TURN = re.compile(r"Your turn\. Play a card\s*$")
READ_AGAIN_S = 0.1
"""To read the whole tree takes most of the time of a game."""


class Node:
    """A node that is read, with those inside it."""

    def __init__(self, role, name, element, properties, inside):
        self.role, self.name, self.element, self.properties, self.inside = role, name, element, properties, inside

    def all(self, role=None):
        """This node and all inside it, of a role."""
        found = [self] if role in (None, self.role) else []
        return found + [node for child in self.inside for node in child.all(role)]

    def one(self, role, name):
        """The only node of a role whose name begins so."""
        (found,) = (node for node in self.all(role) if node.name.startswith(name))
        return found

    @property
    def text(self):
        """All that is read of it."""
        return " ".join(node.name for node in self.all() if node.name)

    @property
    def is_enabled(self):
        return not self.properties.get("disabled")


class Reader:
    """Reads the tree and presses keys."""

    def __init__(self, visitor):
        self.page = visitor.page
        self.protocol = visitor.context.new_cdp_session(visitor.page)
        self.protocol.send("Accessibility.enable")

    def read(self):
        nodes = {node["nodeId"]: node for node in self.protocol.send("Accessibility.getFullAXTree")["nodes"]}

        def node(known):
            inside = [part for child in known.get("childIds", []) if child in nodes for part in node(nodes[child])]
            role = known.get("role", {}).get("value", "")
            if known.get("ignored") or role in ("none", "generic", "InlineTextBox"):
                return inside
            properties = {one["name"]: one["value"].get("value") for one in known.get("properties", [])}
            return [
                Node(role, known.get("name", {}).get("value", ""), known.get("backendDOMNodeId"), properties, inside)
            ]

        (root,) = node(next(iter(nodes.values())))
        return root

    def wait(self, found, what):
        """The first value of ``found(tree)`` that is true."""
        ends = time.monotonic() + PATIENCE_S
        while True:
            tree = self.read()
            if value := found(tree):
                return value
            assert time.monotonic() < ends, f"not read: {what}\n{tree.text}"
            time.sleep(READ_AGAIN_S)

    def press(self, node):
        """Press a button; false if it can no longer be, because the page has changed since it was read."""
        assert node.name, f"a {node.role} without a name"
        try:
            self.protocol.send("DOM.focus", {"backendNodeId": node.element})
        except Error:
            return False
        self.page.keyboard.press("Enter")
        return True


def announced(tree):
    """What the live regions say."""
    return " ".join(node.text for node in tree.all("status") if node.text)


def choices(tree):
    """The buttons of the hand that can be pressed, cards and moves."""
    hands = [node for node in tree.all("region") if node.name == "Your hand"]
    return [
        node
        for hand in hands
        for node in hand.all("button")
        if node.is_enabled and node.properties.get("pressed") != "true"
    ]


def is_over(tree):
    return any(node.role == "region" and node.name == "After the game" for node in tree.all())


def turn(tree):
    """The tree when it has announced that it is the player's turn, or when the game is over."""
    return (
        tree
        if is_over(tree) or (tree.name.startswith("● Your turn") and "Your turn" in announced(tree) and choices(tree))
        else None
    )


def shown(tree):
    """What changes with each key that counts."""
    return (
        tree.name,
        announced(tree),
        [(node.name, node.properties.get("pressed")) for node in tree.one("main", "").all("button")],
    )


def assert_readable(tree, *images):
    """Who plays, how it stands, whose turn it is, what has happened, and every button and picture."""
    assert any(node.role == "group" and node.name.startswith("Ida ") for node in tree.all()), "the score"
    assert "Period" in tree.one("banner", "").text
    main = tree.one("main", "")
    assert "Your turn" in main.text
    for image in images:
        assert any(node.name.startswith(image) for node in main.all("image")), image
    assert not [node.role for node in tree.all() if node.role in NAMED and not node.name]
    assert len(tree.one("log", "Commentary").all("listitem")) > 0


def test_a_game_of_hockey_is_played_by_ear(visit):
    ida = visit()
    ida.create("hockey", options=QUICK)
    reader, rng, heard = Reader(ida), random.Random(1), []
    while not is_over(tree := reader.wait(turn, "a turn or the end")):
        found = choices(tree)
        assert_readable(tree, "Cards of Rookie: ")
        assert any(node.name.startswith("Puck: ") or node.name.endswith(" on breakaway") for node in tree.all("image"))
        assert not [node for node in found if ": play the " not in node.name], "a card by its name, and what it does"
        if not reader.press(rng.choice(found)):
            continue
        heard.append(announced(tree))
        assert len(heard) == 1 or " of " in tree.one("region", "The table").text, "the card on the pile"
        reader.wait(lambda tree: is_over(tree) or announced(tree) != heard[-1], "what has happened")
    assert len(heard) == 26
    assert sum("Rookie" in words for words in heard) >= 20, "what the other side has played"
    assert any(node.name in ("You win!", "A draw", "Rookie wins") for node in tree.all("heading"))
    assert "Ida" in tree.one("region", "After the game").text
    assert reader.press(tree.one("button", "Check the shuffles"))
    reader.wait(lambda tree: "The shuffles were fair" in announced(tree), "the shuffles were fair")
    assert reader.press(reader.read().one("button", "Rematch"))
    reader.wait(lambda tree: not is_over(tree) and turn(tree), "the first turn of the next game")


def words_of(event):
    """The words of a line of the log, between its cards: these are drawn there, and named to who listens."""
    return [part for part in event.inner_text().split("\n") if len(part) > 2]


def test_the_turn_is_announced_last_even_where_the_events_come_after_the_view(visit):
    ida = visit()
    ida.context.add_init_script(LATE_STREAMS)
    ida.create("hockey", options=QUICK)
    reader = Reader(ida)
    reader.wait(turn, "the turn")
    events = ida.page.locator(".log li")
    for _ in range(3):
        before = events.count()
        assert reader.press(choices(reader.read())[0])
        wait_until(lambda before=before: events.count() > before)
        reader.wait(
            lambda tree: (
                all(part in announced(tree) for part in words_of(events.last)) and LAST_TURN.search(announced(tree))
            ),
            "the events, then the turn",
        )
