"""Whatever is said, offered and returned, a reply comes: conversations at random."""

from dialogue import converse
from hypothesis import given, settings
from hypothesis import strategies as st

from helpers.tools import tool_schemas

PIECES = (
    "in 2 days Friday at 9:30 3pm remind me to il y a jeudi à 15h dentro de 一 三 天 "
    "後 星期 四 點 ? , and et y call: {} [ ( \\ * 99999999999999999999 1/0 2024-02-30 "
    "30 February 0000-00-00 from now half an hour \u0130 \ud83d\ude00 ½ ٣"
)
TEXTS = st.text(max_size=60) | st.lists(
    st.sampled_from(PIECES.split()), max_size=12
).map(" ".join)
PROPERTIES = st.dictionaries(
    st.text(min_size=1, max_size=8),
    st.sampled_from(
        [
            {"type": "string"},
            {"type": "integer"},
            {"enum": ["a", 1, None]},
            {"type": "array"},
            {"type": ["string", "null"]},
            True,
            {},
        ]
    ),
    max_size=4,
)


@st.composite
def tools(draw):
    """A tool as a learner may write it."""
    properties = draw(PROPERTIES)
    schema = {"type": "object", "properties": properties, "required": [*properties]}
    name = draw(st.from_regex(r"[a-zA-Z0-9_-]{1,20}", fullmatch=True))
    return {"name": name, "description": draw(TEXTS), "input_schema": schema}


@settings(max_examples=150, deadline=None, derandomize=True)
@given(
    st.lists(TEXTS.filter(str.strip), min_size=1, max_size=3),
    st.lists(tools(), max_size=2),
    TEXTS,
    st.sampled_from(["auto", "any"]),
)
def test_any_conversation_gets_a_reply(questions, own, result, choice):
    messages = []
    for question in questions:
        _, _, messages = converse(
            question,
            [*tool_schemas, *own],
            lambda *_: result,
            messages,
            tool_choice={"type": choice},
        )
        if messages[-1]["role"] == "user":  # the bound of `converse` was reached
            messages.append({"role": "assistant", "content": "stopped"})
    assert messages[-1]["content"]
