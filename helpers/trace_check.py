"""The check of the lesson on the dashboard: what a learner reads from a trace."""

from helpers.trace import COLUMNS
from helpers.verdict import expect

# One call whose tokens stand on its second row, a cheaper one, and an error.
ROWS = [
    {"call": 1, "type": "text", "content": "Hello!"},
    {"call": 1, "type": "text", "input_tokens": 900, "output_tokens": 5},
    {"call": 2, "type": "tool_use", "input_tokens": 40, "output_tokens": 30},
    {"call": 2, "type": "tool_use", "input_tokens": None},
    {"call": 3, "type": "error", "content": "Overloaded"},
]


def a_frame(rows: list[dict]):
    """A DataFrame such as `trace` gives."""
    import pandas

    return pandas.DataFrame(rows, columns=COLUMNS)


def check_most_expensive(most_expensive) -> str:
    cases = [
        ("of which call 1 of 3 sent 900 tokens", a_frame(ROWS), 1),
        ("where call 2 sent most", a_frame([*ROWS[2:], *ROWS[:1]]), 2),
    ]
    for what, frame, expected in cases:
        got = most_expensive(frame.copy())
        expect(
            got == expected,
            f"Given a trace {what}, expected the call's number {expected}; got "
            f"{got!r}. Each row of a trace is a block; which column holds the call?",
        )
    return "It finds the call that sent the most tokens, wherever it stands."


CHECKS = {"most_expensive": check_most_expensive}

HINTS = {
    "most_expensive": [
        "The tokens of a call stand in one of its rows, in the column input_tokens.",
        "frame['input_tokens'].idxmax() is the label of the row with the most.",
        "frame.loc[row, 'call'] is the number of the call that a row belongs to.",
    ],
}
