"""All pages, in three chapters: the documents with the API reference, the problems, and the rules.

A chapter is written when one of its pages is first asked for.
"""

import difflib
from collections.abc import Mapping
from functools import lru_cache

from service.api.pages.guides import address_of
from service.api.pages.page import Page
from service.config import Settings


def find(chapter: str, key: str, settings: Settings) -> Page | None:
    """The page of a chapter by what is behind its address. Hyphens may stand for underscores."""
    pages = _chapter(chapter, settings)
    return pages.get(key) or pages.get(key.replace("-", "_"))


def nearest(chapter: str, key: str, settings: Settings) -> str:
    """The address that an unknown key may have meant, by its path in the repository or as it is written; empty if none
    is like it.
    """
    pages = _chapter(chapter, settings)
    like = difflib.get_close_matches(key, pages, 1, 0.5)
    return address_of(f"{key}.md") or (pages[like[0]].address if like else "")


@lru_cache(maxsize=3)
def _chapter(name: str, settings: Settings) -> Mapping[str, Page]:
    """Pages by what is behind the address of the chapter. Only its own code is loaded."""
    if name == "rules":
        from service.api.pages.rules import rules_pages

        return rules_pages()
    from service.api.pages.reference import document_pages, problem_pages

    return problem_pages() if name == "problems" else document_pages(settings)
