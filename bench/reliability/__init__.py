"""Studies of the whole service under faults, load and attacks, with the kit of the tests."""
