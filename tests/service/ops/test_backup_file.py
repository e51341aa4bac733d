"""The file of a backup, line by line: what it says of itself, and every way in which it may be none."""

import gzip
import hashlib
import io
import json
from types import SimpleNamespace

import pytest

from service.config import VERSION
from service.ops import cli
from service.ops.cli import BackupError, back_up, restore_from
from service.store.copies import Piece

SOME_BOT = {"description": "", "variants": [], "max_games": 1, "open_to_matches": False, "created_at": ""}


def piece(number):
    """A bot whose hash has bytes that are not text, too."""
    bot = {"id": f"b_{number}", "name": f"Bot {number}", "token_digest": "", "client_id": ""} | SOME_BOT
    return Piece("bot", bot["id"], 1000, {"bot": {"bot": json.dumps(bot).encode(), "seq": b"\x00\xff"}})


PIECES = [piece(number) for number in range(7)]


class Copies:
    """A store in memory."""

    def __init__(self, *pieces, known=()):
        self.pieces, self.known, self.written = pieces, known, []

    def all(self):
        return iter(self.pieces)

    def exists(self, piece):
        return piece.id in self.known

    def write(self, piece):
        self.written.append(piece)


@pytest.fixture
def file(tmp_path):
    return tmp_path / "games.gz"


@pytest.fixture
def lines(file):
    """The lines of a backup of two pieces."""
    assert back_up(Copies(*PIECES[:2]), str(file)) == {"bot": 2}
    return gzip.decompress(file.read_bytes()).splitlines(keepends=True)


def packed(file, *lines):
    file.write_bytes(gzip.compress(b"".join(lines)))
    return str(file)


def test_a_file_begins_with_its_format_and_ends_with_its_checksum_and_is_its_owners_alone(file, lines):
    header, *pieces, end = lines
    head = json.loads(header)
    assert (head["format"], head["service"]) == (2, VERSION)
    body = hashlib.sha256(b"".join([header, *pieces])).hexdigest()
    assert {name: json.loads(end)[name] for name in ("pieces", "sha256")} == {"pieces": 2, "sha256": body}
    assert file.stat().st_mode & 0o777 == 0o600
    assert list(file.parent.iterdir()) == [file]


def test_a_backup_may_go_to_standard_output(monkeypatch, file, lines):
    output = io.BytesIO()
    monkeypatch.setattr(cli.sys, "stdout", SimpleNamespace(buffer=output))
    back_up(Copies(*PIECES[:2]), "-")
    assert len(gzip.decompress(output.getvalue()).splitlines()) == 4


def test_a_file_is_restored_piece_by_piece(file, lines):
    copies = Copies()
    assert restore_from(copies, str(file)) == {"bot": 2}
    assert copies.written == PIECES[:2]


def damaged(lines):
    header, first, second, end = lines
    other = json.dumps(json.loads(header) | {"format": 3}).encode() + b"\n"
    return {
        "is not a backup: its first line is not a header": [first, second, end],
        "has format 3, written by version": [other, first, second, end],
        "is incomplete: its end is missing": [header, first, second],
        "is damaged: its checksum does not fit": [header, first, end],
        "line 4 is a second header": [header, first, second, header, end],
        "line 5 follows the end": [header, first, second, end, first],
        "is not a backup, or damaged: ": [header, b"{\n"],
    }


@pytest.mark.parametrize("number", range(7))
def test_a_file_that_is_none_is_refused_before_anything_is_written(file, lines, number):
    message, damage = list(damaged(lines).items())[number]
    copies = Copies()
    with pytest.raises(BackupError, match=message):
        restore_from(copies, packed(file, *damage))
    assert copies.written == []


def test_a_file_that_is_cut_off_or_not_there_is_refused(file, lines):
    for content in (file.read_bytes()[:-9], b"none"):
        file.write_bytes(content)
        with pytest.raises(BackupError, match="is not a backup, or damaged"):
            restore_from(Copies(), str(file))
    with pytest.raises(BackupError, match="cannot be read: No such file"):
        restore_from(Copies(), "/no/such/file")


@pytest.mark.parametrize(
    ("count", "named"), [(1, "b_0"), (5, "b_0, b_1, b_2, b_3, b_4"), (6, "b_0, b_1, b_2, b_3, b_4, ...")]
)
def test_what_is_in_the_way_is_named_and_replaced_only_on_request(file, count, named):
    back_up(Copies(*PIECES), str(file))
    copies = Copies(known={piece.id for piece in PIECES[:count]})
    with pytest.raises(BackupError) as refused:
        restore_from(copies, str(file))
    assert f"the store has {count} of the games" in str(refused.value)
    assert f"({named})" in str(refused.value)
    assert copies.written == []
    assert restore_from(copies, str(file), overwrite=True) == {"bot": 7}


def test_a_backup_that_fails_leaves_no_half_of_a_file(file):
    def fail():
        yield PIECES[0]
        raise LookupError

    copies = Copies()
    copies.all = fail
    with pytest.raises(LookupError):
        back_up(copies, str(file))
    assert list(file.parent.iterdir()) == []
