"""The four languages of the stand-in: one file each, for words to read and phrases.

A new way to ask, or a better answer, is a line in `words/en.toml` and its sisters.
"""

import tomllib
from functools import cache
from importlib.resources import files

LANGUAGES = ("en", "fr", "es", "zh")


@cache
def tables(language: str) -> dict:
    """All that the file of a language holds."""
    file = files("helpers.offline.replies") / "words" / f"{language}.toml"
    return tomllib.loads(file.read_text(encoding="utf-8"))


def words(language: str, name: str) -> list | dict | str:
    """One entry of a language's file: words("en", "past") -> ["ago", "before", ...]."""
    return tables(language)[name]


@cache
def regex(language: str, name: str, joiner: str = "|") -> str:
    """An entry that is a pattern; a list is a choice, unless joined without a mark."""
    entry = words(language, name)
    return entry if isinstance(entry, str) else joiner.join(entry)
