"""The content of a store."""


def game_ids(store):
    """The ids of all games, in no order."""
    return [name.rpartition(":")[2] for name in store.client.scan_iter("*:game:*", count=1000)]
