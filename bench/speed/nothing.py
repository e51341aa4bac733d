"""The anchor of a computer's answer: a job that does nothing."""


def nothing() -> None:
    """What the job calls."""
