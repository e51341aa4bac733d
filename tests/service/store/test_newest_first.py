"""Pages of lists whose newest members come first, and how a list forgets what has expired."""

import pytest

from service.store import public_list
from service.store.public_list import tidy


class Sets:
    """Sorted sets of members of the same score."""

    def __init__(self, **sets):
        self.sets, self.asked, self.answers = sets, [], []

    def pipeline(self, transaction):
        assert not transaction
        self.answers = []
        return self

    def zrevrangebylex(self, name, top, bottom, start, num):
        self.asked.append(num)
        found = sorted((member for member in self.sets[name] if top == "+" or member < top[1:]), reverse=True)
        self.answers.append(found[:num])

    def execute(self):
        return self.answers


def page(sets, before="", limit=2, wanted=lambda member: True):
    load = lambda members: [member if wanted(member) else None for member in members]  # noqa: E731
    return public_list.page(public_list.members_of(sets, list(sets.sets)), before, limit, load)


MEMBERS = [f"{number:04}:g_{number}:standard" for number in range(9)]


def test_the_newest_of_several_sets_come_first_each_once_and_the_cursor_goes_on():
    sets = Sets(a=MEMBERS[::2], b=[*MEMBERS[1::2], MEMBERS[4]])
    seen, cursor = [], ""
    while cursor is not None:
        found, cursor = page(sets, cursor)
        seen += found
    assert seen == MEMBERS[::-1]


def test_a_page_without_anything_more_is_the_last():
    assert page(Sets(a=MEMBERS[:2]), limit=3) == (MEMBERS[1::-1], None)
    assert page(Sets(a=[])) == ([], None)
    found, cursor = page(Sets(a=MEMBERS[:3]), limit=3)
    assert (found, cursor) == (MEMBERS[2::-1], "0000:g_0")


def test_a_page_looks_at_a_thousand_members_at_most():
    members = [f"{number:05}:g_{number}:standard" for number in range(3000)]
    sets = Sets(a=members)
    found, cursor = page(sets, wanted=lambda member: False)
    assert (found, cursor, sum(sets.asked)) == ([], "02000:g_2000", 1000)
    sets = Sets(a=members)
    assert page(sets, wanted=lambda member: member == members[2001]) == ([members[2001]], "02000:g_2000")


SET = "faceoff:public:hockey:open"


@pytest.mark.parametrize(("expired", "looks"), [(4, 1), (5, 2)])
def test_a_list_is_tidied_further_while_a_quarter_of_a_sample_has_expired(expired, looks):
    members = [f"{number:04}:g_{number}:standard" for number in range(20)]
    samples, removed = [members, members[10:]], []

    class Client:
        def __init__(self):
            self.answers = []

        def zrandmember(self, name, count):
            assert count == 20
            self.answers.append(samples.pop(0) if samples else [])

        def pipeline(self, transaction):
            return self

        def exists(self, name):
            if name == SET:
                return 1
            self.answers.append(int(name.rpartition("g_")[2].rstrip("}")) >= expired)

        def execute(self):
            answers, self.answers = self.answers, []
            return answers

        def zrem(self, name, *gone):
            removed.extend(gone)
            return len(gone)

    assert tidy(Client(), [SET]) == expired
    assert (removed, 2 - len(samples)) == (members[:expired], looks)
