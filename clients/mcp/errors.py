"""What a caller is told when a call fails."""

from faceoff_client import Problem


class Refused(Exception):
    """A call that cannot be carried out; its text is for the caller."""


def refusal(problem: Problem) -> str:
    """What the service says, with the rule that a move breaks."""
    told = problem.detail or problem.title
    return f"{told} ({problem.code}{', rule ' + problem.rule if problem.rule else ''})"
