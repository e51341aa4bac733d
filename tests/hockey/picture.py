"""When the table makes a good picture for the README."""


def is_good(view):
    """Whether Ida is on breakaway, with cards on the pile and to choose from."""
    table = view["table"]
    return (
        table["holder"] == 0
        and table["undealt"] > 0
        and len(table["played"]) >= 4
        and len(view["hand"]) >= 4
        and min(view["score"]) > 0
    )
