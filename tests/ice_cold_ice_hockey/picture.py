"""When the table makes a good picture for the README."""


def is_good(view):
    """Whether Ida has the puck before the other goal, several cards to play, and nothing else is on the table."""
    table = view["table"]
    playable = {legal["move"].get("card") for legal in view["legal_moves"] if legal["move"]["type"] == "play"}
    return (
        (table["node"], table["zone"], table["control"]) == ("attack", "end_1", 0)
        and len(playable) >= 3
        and len(view["hand"]) == 5
        and min(view["score"]) > 0
        and not any(table["goalies_out"])
    )
