"""What a caller is told when a call fails."""


class Refused(Exception):
    """A call that cannot be carried out; its text is for the caller."""
