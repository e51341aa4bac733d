"""A study writes the rows that it measured into its section, and leaves the others."""

from argparse import Namespace

from bench.study import Row, Study

HEADS = ("player", "points")
PAGE = """# Strength

<!-- duels -->
| player | points |
|---|---|
| old | 1 |
| pro | 2 |
| prospect | 3 |

<!-- end of duels -->
"""


def measured(tmp_path, only):
    page = tmp_path / "page.md"
    page.write_text(PAGE)
    names = ("pro", "prospect")
    study = Study("", "duels", HEADS, lambda: [Row(f"hockey/{name}", (name,), lambda wanted: ["9"]) for name in names])
    Study(study.about, study.section, study.heads, study.rows, report=page).run(Namespace(only=only))
    return [line for line in page.read_text().splitlines() if line.startswith("| ")][1:]


def test_all_rows_are_those_that_there_are_now(tmp_path):
    assert measured(tmp_path, "") == ["| pro | 9 |", "| prospect | 9 |"]


def test_a_part_leaves_the_others_and_a_name_is_not_the_beginning_of_another(tmp_path):
    assert measured(tmp_path, "hockey/pro") == ["| pro | 9 |", "| prospect | 3 |", "| old | 1 |"]
