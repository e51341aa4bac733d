"""How the service bears faults, load and attacks: studies of the whole of it, with the kit of the tests."""
