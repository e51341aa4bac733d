"""TODO service/api/openapi/answers.py."""



from engines import VARIANTS
from engines.api import Variant
from service.api.openapi.json_schema import JSON, answer_schema, array, camel, extended, maybe, moment, number, record, ref, text, union


def schemas() -> dict[str, JSON]:
    """Every schema that is not a plain marshmallow one, by name."""
    found = _common_schemas()
    moves = move_schemas()
    for key, schema in moves.items():
        found[f"{camel(key)}Move"] = schema
    found["Move"] = union("One move; its `type` says which.", "type", {key: f"{camel(key)}Move" for key in moves})
    for variant in VARIANTS.values():
        found |= _variant_schemas(variant)
    found["GameView"] = union("A game as one seat, or a spectator, sees it.", "variant", {key: f"{camel(key)}GameView" for key in VARIANTS})
    for name, (description, properties) in VIEWS_WITH_MORE.items():
        found |= {f"{camel(key)}{name}": extended(f"{camel(key)}GameView", properties) for key in VARIANTS}
        found[name] = union(description, "variant", {key: f"{camel(key)}{name}" for key in VARIANTS})
    return found


def move_schemas() -> dict[str, JSON]:
    """One schema for each move type of the service. Games that share a type share its fields; how a card is written may differ."""
    found: dict[str, JSON] = {}
    for variant in VARIANTS.values():
        for form in variant.moves:
            schema = form.schema()
            found[form.type] = _shared(found[form.type], schema) if form.type in found else schema
    return found


def _shared(one: JSON, other: JSON) -> JSON:
    if one["properties"].keys() != other["properties"].keys():
        raise ValueError(f"two games give a move {one['properties']['type']['const']!r} different fields: one of them needs another name")
    fields = {name: _either(schema, other["properties"][name]) for name, schema in one["properties"].items()}
    return one | {"properties": fields, "description": _joined(one["description"], other["description"])}


def _either(one: JSON, other: JSON) -> JSON:
    if one == other:
        return one
    return {"anyOf": [*one.get("anyOf", [one]), other]}


def _joined(one: str, other: str) -> str:
    return one if other in one else f"{one} {other}"


def _variant_schemas(variant: Variant) -> dict[str, JSON]:
    name = camel(variant.key)
    options = record("All options, complete.", **{key: answer_schema(form) for key, form in variant.options.items()})
    private = answer_schema(variant.private)["properties"]
    beside_hand = {key: schema for key, schema in private.items() if key != "hand"}
    view = _view_properties() | {
        "variant": {"type": "string", "const": variant.key},
        "preset": {"type": "string", "enum": list(variant.presets)},
        "options": ref(f"{name}Options"),
        "you": maybe(
            record("Your seat and what only you know beside your hand; null for a spectator.", seat=number("Your seat."), **beside_hand)
        ),
        "table": ref(f"{name}Table"),
        "hand": private.get("hand", array(text())),
    }
    return {
        f"{name}Options": options,
        f"{name}Table": {"description": f"What lies open on the table of {variant.name}.", **answer_schema(variant.table)},
        f"{name}GameView": record(f"A game of {variant.name} as one seat, or a spectator, sees it.", **view),
    }


def _view_properties() -> dict[str, JSON]:
    return {
        "id": text("The game's id."),
        "variant": text(),
        "preset": text(),
        "options": {},
        "version": number("Goes up by one with every change; also the ETag and the id of the events.", 1),
        "ply": number("The number of the present decision: a move names the one it answers."),
        "status": {"type": "string", "enum": ["open", "active", "finished", "aborted"]},
        "public": {"type": "boolean"},
        "pace_ms": number("A computer's answer to a person falls due so many ms after it was asked."),
        "created_at": text(format="date-time"),
        "you": {},
        "seats": array(ref("SeatView"), "Every seat, in order."),
        "to_act": array(number(), "Seats that may answer now."),
        "ai": maybe(ref("AiTurn")),
        "table": {},
        "hand": {},
        "legal_moves": array(ref("LegalMove"), "Your moves now; send one of them back as it is."),
        "choice": maybe(ref("Choice")),
        "score": array(number(), "Goals by side.") | {"minItems": 2, "maxItems": 2},
        "result": maybe(ref("Result")),
        "fairness": ref("Fairness"),
        "time_limit_s": {"type": ["integer", "null"], "description": "Seconds that a person has for a decision; null for no limit."},
        "absent_after_s": number("A person who has been asked for so many seconds counts as absent."),
        "asked_at": moment("Since when the present decision has been asked."),
        "deadline": moment("When the heuristic answers for the persons that are asked."),
        "expires_at": text("When the game goes, unless it changes before.", format="date-time"),
        "rematch": {
            "type": ["string", "null"],
            "description": "The id of the rematch, once somebody has asked for one: your token is good for it.",
        },
        "rematch_of": {"type": ["string", "null"], "description": "The id of the game that this is the rematch of."},
        "links": {"type": "object", "additionalProperties": text(), "description": "Addresses that belong to the game."},
    }


def _common_schemas() -> dict[str, JSON]:
    seat = record(
        "Who sits at a seat.",
        seat=number(),
        side=number("0 or 1; partners sit opposite."),
        kind={"type": "string", "enum": ["person", "ai", "open"]},
        name=text(),
        level={"type": ["integer", "null"], "description": "Level of a computer."},
        effort={
            "type": ["number", "null"],
            "description": "The share of its simulations that a computer's last answer had: below 1 when the service was overloaded.",
        },
    )
    fairness: JSON = {
        "scheme": text(),
        "commitment": text("SHA-256 in hex."),
        "seed_digest": {"type": ["string", "null"], "description": "SHA-256 of the seed that the creator has promised."},
        "awaits_seed": {"type": "boolean", "description": "Whether the game waits for that seed."},
        "client_seeds": {
            "type": "object",
            "additionalProperties": text(),
            "description": "Seeds of players that enter the shuffles, by who gave them: `owner` or a seat's number.",
        },
        "shuffles": number("Shuffles dealt so far."),
        "seed": {"type": ["string", "null"], "description": "In hex; null until the game is over."},
    }
    webhook: JSON = {
        "id": text(),
        "game_id": {"type": ["string", "null"], "description": "Null: all games that are made with your API key."},
        "url": text(format="uri"),
        "created_at": text(format="date-time"),
        "status": {"type": "string", "enum": ["active", "failing", "given_up"], "description": "How the last deliveries went."},
        "told_version": maybe(number("The last version that was delivered; null for many games.")),
    }
    found: dict[str, JSON] = {
        "SeatView": seat,
        "LegalMove": record("A move and what it is called.", move=ref("Move"), text=text()),
        "Choice": record(
            "A choice too large to list: fill the slots, in order, with different candidates.",
            type=text("The move's type."),
            slots=array(text()),
            candidates=array(text()),
            count=number("How many moves that makes."),
        ),
        "AiTurn": record(
            "A computer is to move.",
            state={"type": "string", "enum": ["to_move"]},
            seat=number(),
            level=number(low=1),
            since=text(format="date-time"),
        ),
        "Result": record(
            "How the game ended.",
            winner={"type": ["integer", "null"], "description": "The winning side; null for a draw."},
            reason={"type": "string", "enum": ["score", "shootout", "draw", "resignation"]},
            score=array(number()),
        ),
        "Fairness": record("The commitment to every shuffle of the game; the seed is shown when it is over.", **fairness),
        "FairnessProof": record(
            "What the shuffles follow from; seed and orders are shown when the game is over.",
            game=text("The game's id, which is part of the recipe."),
            **fairness,
            recipe=text("Address of the document that says how to check it."),
            orders=array(
                record(
                    "A shuffle.", shuffle=number("Counted from 0."), size=number(), order=array(number(), "A permutation of 0 to size - 1.")
                ),
                "Every order dealt, in turn.",
            ),
        ),
        "Event": record(
            "Something that happened, as you may know it.",
            version=number("The version that brought it; all events of one change share it.", 1),
            at=text(format="date-time"),
            type=text("The event's name in the rules document, or one of the service's own."),
            data={"type": "object", "description": "Facts: seats, cards, counts."},
            text=text("What people would say at the table; may be empty."),
        ),
        "EventList": record("Events after a version.", events=array(ref("Event")), version=number("Pass it as `after` next time.")),
        "EventMessage": record(
            "A server-sent event: what one version brought. Comment lines come every 15 s.",
            id=text("The version; send the last one as `Last-Event-ID`."),
            data=text("An EventList.", contentMediaType="application/json", contentSchema=ref("EventList")),
        ),
        "Ticket": record(
            "Stands for your token once, where a token cannot be sent.",
            ticket=text("Send it as `?ticket=`."),
            expires_in_s=number("How long it is good for.", 1),
        ),
        "Webhook": record("An address that is told when a game changes.", **webhook),
        "CreatedWebhook": record(
            "A new webhook with its secret, shown this once.", **webhook, secret=text("Verifies the signatures, see Standard Webhooks.")
        ),
        "WebhookList": record("Your webhooks of a game, or of your API key.", webhooks=array(ref("Webhook"))),
        "GameChanged": record(
            "What a webhook is told. It shows no cards: look for yourself what your seat sees.",
            type={"type": "string", "const": "game.changed"},
            timestamp=text(format="date-time"),
            data=record(
                "The game as everybody may know it.",
                game_id=text(),
                version=number("The newest; several changes may come as one.", 1),
                status={"type": "string", "enum": ["open", "active", "finished", "aborted"]},
                to_act=array(number(), "Seats that may answer now."),
            ),
        ),
        "GameSummary": record(
            "A game as a line of the list.",
            id=text(),
            variant={"type": "string", "enum": list(VARIANTS)},
            preset=text(),
            status={"type": "string", "enum": ["open", "active", "finished", "aborted"]},
            version=number(),
            ply=number(),
            created_at=text(format="date-time"),
            seats=array(ref("SeatView")),
            score=array(number()),
            result=maybe(ref("Result")),
            links={"type": "object", "additionalProperties": text()},
        ),
        "GameList": record("A page of public games.", games=array(ref("GameSummary")), next={"type": ["string", "null"]}),
    }
    return found | _catalogue_schemas() | _task_schemas()


VIEWS_WITH_MORE: dict[str, tuple[str, dict[str, JSON]]] = {
    "CreatedGame": (
        "A new game, with its secrets.",
        {
            "tokens": {"type": "object", "additionalProperties": text(), "description": "Token of every person's seat, by seat."},
            "owner": text("Token of the game's owner."),
            "join_code": {"type": ["string", "null"], "description": "For whoever is to take an open seat."},
        },
    ),
    "JoinedGame": ("A game whose seat was taken.", {"token": text("Token of your seat.")}),
    "PlayedGame": ("A game after a move.", {"events": array(ref("Event"), "Your move's events and all since.")}),
}
"""Views with a few fields more. Each is a union over the variants as GameView is: generators of clients read no other kind."""


def _catalogue_schemas() -> dict[str, JSON]:
    links = {"type": "object", "additionalProperties": text()}
    summary: JSON = {"key": {"type": "string", "enum": list(VARIANTS)}, "name": text(), "summary": text()}
    json_schema: JSON = {"type": "object", "description": "A JSON Schema."}
    strength = record(
        "Measured lead over the level below (level 1: over random play), with its 95 % interval.",
        elo=number(low=None),
        low=number(low=None),
        high=number(low=None),
        games=number(),
        preset=text(),
        measured=text("The day.", format="date"),
    )
    return {
        "VariantSummary": record("A game in short.", **summary, presets=array(text()), links=links),
        "VariantList": record("The games.", variants=array(ref("VariantSummary"))),
        "Card": record(
            "A card, and what it does under these options.",
            id=text("As in views and moves."),
            name=text(),
            kind=text("What sort of card it is in this game."),
            text=text("What it does, as the rules say it; may be empty."),
            copies=number("How many of it there are.", 1),
            facts={"type": "object", "description": "What stands on it: suit and rank, zones, results."},
        ),
        "CardList": record(
            "The cards that are played with.",
            variant={"type": "string", "enum": list(VARIANTS)},
            preset=text(),
            options={"type": "object", "description": "All options, complete."},
            cards=array(ref("Card"), "Each once, whatever its copies."),
        ),
        "Preset": record("A named set of options.", name=text(), seats=number(low=2), options={"type": "object"}),
        "MoveKind": record("A kind of move.", type=text(), description=text(), schema=json_schema),
        "Level": record(
            "A computer opponent.",
            level=number(low=1),
            name=text(),
            description=text(),
            simulations=number("Search simulations for one decision; 0 for none."),
            cap_ms=number("Most time it takes for one decision."),
            strength=maybe(strength),
        ),
        "Variant": record(
            "A game with all that can be chosen.",
            **summary,
            credits=text("Who made the game."),
            rules_version=number(low=1),
            presets=array(ref("Preset")),
            options={"type": "object", "additionalProperties": json_schema, "description": "JSON Schema of every option."},
            moves=array(ref("MoveKind")),
            has_decisions={"type": "boolean", "description": "False where the cards alone decide: all levels play the same."},
            levels=array(ref("Level")),
            links=links,
        ),
    }


def _task_schemas() -> dict[str, JSON]:
    head: JSON = {
        "id": text(),
        "status": {
            "type": "string",
            "enum": ["queued", "running", "done", "cancelled", "failed"],
            "description": "`failed`: again and again nobody finished it.",
        },
        "created_at": text(format="date-time"),
        "variant": {"type": "string", "enum": list(VARIANTS)},
    }
    links = {"type": "object", "additionalProperties": text()}
    real = {"type": "number"}
    interval = record("A figure with its 95 % interval.", mean=real, low=real, high=real)
    candidate = record(
        "A move that was considered.",
        move=ref("Move"),
        text=text("What the move is called."),
        value=real | {"minimum": -1, "maximum": 1, "description": "Expected outcome for the own side: 1 won, 0 drawn, -1 lost."},
        visits=number("How often the search tried it; 0 without a search."),
        reason=text("Why, in the game's words."),
    )
    player = record(
        "A player of a match.",
        level={"type": ["integer", "null"], "description": "0 plays at random; null for settings of one's own."},
        name=text(),
        simulations=number(),
        noise=real,
        counts_cards={"type": "boolean"},
        exact={"type": "boolean"},
    )
    return {
        "Candidate": candidate,
        "SuggestionAnswer": record(
            "What a computer would play.",
            move=ref("Move"),
            text=text("What the move is called."),
            candidates=array(
                ref("Candidate"),
                "The best first; where a habit could be exploited, the move is drawn among them. "
                "Where a choice is too large to list, the move alone.",
            ),
            simulations=number("Simulations of the search; 0 without one."),
            stopped={"type": "boolean", "description": "The time ended the search before its simulations were done."},
            exact={"type": "boolean", "description": "The values were calculated, as all cards that matter were known."},
        ),
        "Suggestion": record(
            "What a computer would play in a position, as soon as it is worked out.",
            **head,
            seat=number("The seat that is to move."),
            ply=number("The decision that the move answers."),
            budget=record(
                "How long to think: the one that is not null.",
                level={"type": ["integer", "null"]},
                simulations={"type": ["integer", "null"]},
                time_ms={"type": ["integer", "null"]},
            ),
            seed=text(),
            answer=maybe(ref("SuggestionAnswer")),
            links=links,
        ),
        "MatchPlayer": player,
        "MatchResult": record(
            "What the finished pairs come to for the first player.",
            games=number(),
            wins=number(),
            draws=number(),
            losses=number(),
            points=interval | {"description": "Mean points a game, 1 for a win and half a point for a draw, with its 95 % interval."},
            elo=interval | {"description": "The Elo difference that the points stand for, with its 95 % interval."},
            goal_difference=real,
        ),
        "Match": record(
            "Computers against each other.",
            **head,
            preset=text(),
            options={"type": "object"},
            first=ref("MatchPlayer"),
            second=ref("MatchPlayer"),
            pairs=number(low=1),
            seed=text(),
            progress=record("How far it is.", pairs=number("Pairs finished."), share=real | {"minimum": 0, "maximum": 1}),
            result=maybe(ref("MatchResult")),
            links=links,
        ),
        "MatchGame": record(
            "A finished game of a match with all that is needed to play it again: a line of the download.",
            variant=head["variant"],
            rules_version=number(low=1),
            options={"type": "object"},
            pair=number("The pair, counted from 0."),
            first_side=number("The side of the first player."),
            points=real | {"description": "Of the first player: 1 won, 0.5 drawn, 0 lost."},
            goals=number("Goal difference from the first player's side.", None),
            score=array(number(), "Goals by side."),
            seed=text("What the shuffles and decisions of the pair were drawn from."),
            shuffles=array(array(number()), "Every shuffle, in order."),
            moves=array(
                record("A move.", seat=number(), ply=number("The decision it answered."), move=ref("Move")), "Every move, in order."
            ),
        ),
    }
