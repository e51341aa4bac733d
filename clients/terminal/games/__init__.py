"""The tables of the games, drawn for people: found by the key of the game. Any other game has what it declares."""
