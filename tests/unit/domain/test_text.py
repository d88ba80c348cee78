"""Laws of the one text cleaner."""

import re
import sys
import unicodedata

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from sessions_app.domain.text import MAX_MARKS, NAME_LIMIT, clean, clean_path, last_part

# Written down again here, from what each of them does to a reader, not taken from the cleaner.
FORBIDDEN = re.compile(
    "[\\x00-\\x1f\\x7f-\\x9f"  # controls
    "\\u00ad\\u034f\\u115f\\u1160\\u17b4\\u17b5\\u180b-\\u180f\\u3164\\uffa0"  # show nothing
    "\\u061c\\u200e\\u200f\\u202a-\\u202e\\u2066-\\u2069"  # turn the direction
    "\\u200b\\u2060-\\u2065\\u206a-\\u206f\\ufeff"  # no width
    "\\u2028\\u2029"  # end a line
    "\\ufff0-\\ufffb\\ufffe\\uffff\\ufdd0-\\ufdef"
    "\\U000e0000-\\U000e0fff"  # tags
    "\\ud800-\\udfff]"
)
HOSTILE = st.text(
    st.sampled_from(
        "ab [];?0m31\\\x1b\x07\x9b\x9c\x9d\x90\u202e\u200b\u200d\ufe0f\u0301\u0489\n\ud800"
    )
    | st.characters()
)


@given(HOSTILE)
@example("\x1b\x1b[31m[31m")
@example("\x1b[\x00 q")
@example(" \u200c \u200c ")
@example("a" + "\u0301\u200d" * 20)
def test_cleaning_twice_is_cleaning_once(text: str) -> None:
    assert clean(clean(text)) == clean(text)


@given(HOSTILE, st.integers(1, 60))
def test_a_clean_text_is_one_plain_line_within_its_limit(text: str, limit: int) -> None:
    cleaned = clean(text, limit)
    assert not FORBIDDEN.search(cleaned)
    assert len(cleaned) <= limit
    assert cleaned == cleaned.strip()
    assert "  " not in cleaned
    cleaned.encode()


@given(st.text(st.characters(categories=["L", "N"]), max_size=NAME_LIMIT))
def test_plain_words_stay_as_they_are(text: str) -> None:
    assert clean(text) == "".join(c for c in text if not FORBIDDEN.match(c))


@pytest.mark.parametrize(
    "text",
    [
        "潮位グラフの直し",
        "조석표 고치기",
        "می\u200cخواهم",  # noqa: RUF001 -- Persian
        "क्\u200dष",
        "👩\u200d❤\ufe0f\u200d👨 🏳\ufe0f\u200d🌈",
        "naïve café",
        "ကျွန်ုပ်",
        "It's 100% — “done”…",
    ],
)
def test_what_people_write_stays_as_it_is(text: str) -> None:
    assert clean(text) == text


@pytest.mark.parametrize(
    ("text", "cleaned"),
    [
        ("\x1b[31mred\x1b[0m", "red"),
        ("\x9b31mred", "red"),
        ("\x1b]0;title\x07x", "x"),
        ("\x1b]8;;http://x\x1b\\link\x1b]8;;\x1b\\", "link"),
        ("\x9d0;title\x9cx", "x"),
        ("\x1b]0;no end; rm -rf x", "0;no end; rm -rf x"),
        ("\x1bPq no end", "q no end"),
        ("a\r\nb\tc\u2028d\x85e\x00f", "a b c d e f"),
        ("user\u202egpj.exe", "usergpj.exe"),
        ("rm\u200b -rf", "rm -rf"),
        ("a\u200d\u200d\u200db", "a\u200db"),
        ("a\ufe0f\ufe01\ufe02b", "a\ufe0fb"),
        ("\u200d\ufe0fa", "a"),
        ("A\U000e0041\U000e0042", "A"),
        ("  a   b  ", "a b"),
        ("\u3164\u115f", ""),
        ("\ud83dx", "x"),
    ],
)
def test_what_hides_or_disguises_goes(text: str, cleaned: str) -> None:
    assert clean(text) == cleaned


def test_marks_do_not_pile_up_over_other_lines() -> None:
    for mark in ("\u0301", "\u0489", "\u20dd"):
        assert clean("a" + mark * 50 + "b") == "a" + mark * MAX_MARKS + "b"
    assert clean("a" + "\u0301\u200d" * 50).count("\u0301") == MAX_MARKS


def test_a_text_that_was_cut_says_so() -> None:
    assert clean("x" * 200) == "x" * 200
    assert clean("x" * 201) == "x" * 199 + "…"
    assert clean("ab" + "\u200b" * 20_000 + "c") == "ab…"
    assert clean("\u200b" * 20_000) == ""


class Counted(str):
    """Text that counts the characters that are taken from it."""

    taken = 0

    def __getitem__(self, key: object) -> str:
        part = super().__getitem__(key)  # type: ignore[index]  # any key of a text
        Counted.taken += len(part)
        return part


def test_of_a_text_of_any_length_only_a_bounded_part_is_looked_at() -> None:
    Counted.taken = 0
    clean(Counted("\u202e" * 100_000))
    assert 0 < Counted.taken <= NAME_LIMIT * 4 + 4_096


@given(HOSTILE)
def test_a_path_is_taken_as_it_is_or_not_at_all(text: str) -> None:
    path = clean_path("/" + text)
    assert path in (None, "/" + text)
    if path is not None:
        assert not FORBIDDEN.search(path)


@pytest.mark.parametrize(
    ("path", "part"),
    [
        ("/srv/storefront", "storefront"),
        ("/srv/storefront///", "storefront"),
        ("/srv/a\\b", "a\\b"),
        ("d:\\Projekte\\Gezeiten Rechner", "Gezeiten Rechner"),
        ("d:\\", "d:"),
        ("C:/work/x", "x"),
        ("/", None),
        ("", None),
    ],
)
def test_a_folder_is_called_by_its_last_part(path: str, part: str | None) -> None:
    assert last_part(path) == part


def test_of_all_format_characters_only_those_that_show_or_join_stay() -> None:
    everything = map(chr, range(sys.maxunicode + 1))
    unseen = [c for c in everything if unicodedata.category(c) in ("Cc", "Cf", "Cs", "Zl", "Zp")]
    kept = {ord(c) for c in unseen if c in clean(f"a{c}b")}
    numbers = {*range(0x600, 0x606), 0x6DD, 0x70F, 0x890, 0x891, 0x8E2, 0x110BD, 0x110CD}
    hieroglyphs = set(range(0x13430, 0x13440))
    assert kept <= {0x200C, 0x200D} | numbers | hieroglyphs
