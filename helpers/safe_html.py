"""The one way by which a text of a model, a tool or a file gets into HTML."""

import html
import re

PICTURES = {code: 0x2400 + code for code in range(32) if code not in (9, 10, 13)}
PICTURES[127] = 0x2421  # control characters become their pictures, such as ␀
# Those that would turn the text after them round become words.
# https://www.unicode.org/reports/tr9/#Explicit_Directional_Embeddings
TURNS = [0x200E, 0x200F, *range(0x202A, 0x202F), *range(0x2066, 0x206A)]
PICTURES |= {code: f"[U+{code:04X}]" for code in TURNS}
# Notebooks draw formulas in whatever HTML a cell shows: "$5 or $6" would become one.
# A formula does not reach across elements, so its first sign gets one of its own.
# https://docs.mathjax.org/en/latest/input/tex/delimiters.html
FORMULAS = re.compile(r"\$|\\(?=[(\[]|begin|ref|eqref)")


def safe(text: str, limit: int = 20_000) -> str:
    """The text for HTML, clipped; what was cut is said, never hidden."""
    escaped = html.escape(printable(clip(str(text), limit)).translate(PICTURES))
    return FORMULAS.sub(r"<span>\g<0></span>", escaped)


def printable(text: str) -> str:
    """The text without half an emoji, which cannot be sent to a browser."""
    return text.encode("utf-8", "replace").decode()


def clip(text: str, limit: int) -> str:
    """The start of a long text, and how much there is."""
    if len(text) <= limit:
        return text
    return f"{text[:limit]} … [{len(text):,} characters in all]"


def one_line(text: str, limit: int) -> str:
    """A long text as a name: its start, on one line."""
    words = printable(" ".join(str(text)[: limit * 4].split()))
    return words if len(words) <= limit else f"{words[:limit]}…"


def block(text: str, limit: int = 20_000) -> str:
    """The text in an element of its own, which keeps its direction to itself."""
    style = "display:block;unicode-bidi:plaintext;text-align:start"
    return f'<span dir="auto" style="{style}">{safe(text, limit)}</span>'
