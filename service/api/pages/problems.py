"""The pages of problems."""

from service.api.openapi.document import operations
from service.api.openapi.examples import examples
from service.api.pages.page import Page, json_listing, listing, table
from service.api.problems import PROBLEMS


def problem_pages() -> dict[str, Page]:
    """The list of all codes under an empty key, and a page for each: what causes the problem, what to do, an example,
    and the operations that can answer with it.
    """
    rows = ([f"[`{code}`](/problems/{code})", str(kind.status), kind.title] for code, kind in PROBLEMS.items())
    intro = (
        "Every error is `application/problem+json` (RFC 9457). Programs should use `code`, which is stable. `type` "
        "is the address of the code's page, and `detail` says what was wrong with this request, and what would be "
        "right."
    )
    found = {"": Page("/problems", f"# Problems\n\n{intro}\n\n{table(['code', 'status', 'title'], rows)}")}
    for code, kind in PROBLEMS.items():
        example = examples()["problems"][code]
        sent = listing(example["request"], "http")
        names = [operation.name for operation in operations() if code in operation.problems]
        answering = [f"- [`{name}`](/docs/operations/{name})\n" for name in names]
        text = (
            f"# {kind.title}\n\n`{code}`, status {kind.status}\n\n"
            f"## Cause\n\n{kind.cause}\n\n## What to do\n\n{kind.remedy}\n\n## Example\n\n"
            + (f"This request\n\n{sent}is answered with\n\n" if example["request"] else "")
            + json_listing(example["body"])
            + "## Operations\n\n"
            + ("".join(answering) or "Any request can be answered with it.\n")
        )
        found[code] = Page(f"/problems/{code}", text)
    return found
