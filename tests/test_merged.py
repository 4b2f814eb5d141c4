"""Tables of several modules are merged, and no row of one hides another's."""

from types import SimpleNamespace

import pytest

from helpers.merged import merged


def part(name: str, **checks: str) -> SimpleNamespace:
    return SimpleNamespace(__name__=name, CHECKS=checks)


def test_the_rows_of_all_modules_keep_their_order():
    parts = [part("one", b="B", a="A"), part("two", c="C")]
    assert list(merged(parts, "CHECKS").items()) == [("b", "B"), ("a", "A"), ("c", "C")]


def test_a_name_that_stands_in_two_modules_is_refused():
    parts = [part("one", a="A", b="B"), part("two", b="another B")]
    with pytest.raises(ValueError, match="CHECKS; two repeats b"):
        merged(parts, "CHECKS")
