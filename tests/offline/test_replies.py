"""The default replies: stories, choices of tools and thinking, in four languages."""
# ruff: noqa: RUF001 - Chinese questions have Chinese punctuation.

import json
from pathlib import Path

import pytest
from dialogue import converse
from own_tool_schemas import OWN_TOOLS

from helpers.offline.replies import reply
from helpers.offline.replies.phrases import say
from helpers.tools import TOOLS, run_tool, tool_schemas

SENTENCES = Path(__file__).parent / "sentences"
DENTIST = "Set a reminder for my dentist appointment next Thursday at 3pm."
IN_103_DAYS = "What day will it be in 103 days?"


def sentences():
    """The rows of the tables: language, question, calls, and words of the answer."""
    for path in sorted(SENTENCES.glob("*.txt")):
        for block in path.read_text(encoding="utf-8").strip().split("\n\n"):
            question, calls, words = (line.strip() for line in block.split("\n"))
            row = path.stem, question, "" if calls == "-" else calls, words
            yield pytest.param(*row, id=f"{path.stem}-{question}")


def run_any(name, arguments):
    """A course tool's result, or the name of a learner's tool as its result."""
    return run_tool(name, arguments) if name in TOOLS else f"<{name}>"


@pytest.mark.parametrize(("language", "question", "calls", "words"), list(sentences()))
def test_sentence_leads_to_its_calls_and_answer(language, question, calls, words):
    made, answer, _ = converse(question, tool_schemas + OWN_TOOLS, run_any)
    assert made == calls
    if words.startswith("="):
        assert answer == say(language, words[1:])
    else:
        assert all(part in answer for part in words.split(" / "))


def test_dentist_takes_four_calls_and_eight_messages():
    calls, answer, messages = converse(DENTIST)
    assert calls == (
        "now > +4598 minutes > remind 2024-03-14 15:00:00 Dentist appointment"
    )
    assert [message["role"] for message in messages] == ["user", "assistant"] * 4
    assert "Thursday 14 March at 15:00" in answer


def test_same_request_gets_the_same_reply():
    request = {
        "messages": [{"role": "user", "content": DENTIST}],
        "tools": tool_schemas,
    }
    assert reply(request) == reply(json.loads(json.dumps(request)))


TWO_GOALS = "What time is it, and what day is 30 days after 2024-05-01?"


def test_disabled_parallel_use_sends_one_call_a_turn():
    choice = {"type": "auto", "disable_parallel_tool_use": True}
    calls, _, _ = converse(TWO_GOALS, tool_choice=choice)
    assert calls == "now > 2024-05-01 +30 days"


def test_two_goals_are_two_calls_of_one_message():
    assert converse(TWO_GOALS)[0] == "now & 2024-05-01 +30 days"


def test_missing_tools_are_named_honestly():
    calls, answer, _ = converse("What time is it?", tools=[])
    assert calls == ""
    assert answer.startswith("I have no tool that tells me the date and the time")
    calls, answer, _ = converse(DENTIST, tools=tool_schemas[:2])
    assert calls == "now > +4598 minutes"
    assert "set_reminder" in answer


def test_choice_none_makes_no_call():
    calls, answer, _ = converse(IN_103_DAYS, tool_choice={"type": "none"})
    assert calls == ""
    assert "tool_choice is none" in answer


@pytest.mark.parametrize("question", ["Hello!", IN_103_DAYS, "Who wrote Hamlet?"])
@pytest.mark.parametrize(
    "choice", [{"type": "any"}, {"type": "tool", "name": "set_reminder"}]
)
def test_forced_choice_is_a_call_without_text(question, choice):
    request = {"messages": [{"role": "user", "content": question}]}
    answer = reply(request | {"tools": tool_schemas, "tool_choice": choice})
    assert {block["type"] for block in answer["content"]} == {"tool_use"}
    names = [block["name"] for block in answer["content"]]
    assert names == [choice.get("name", "get_current_datetime")]


def test_thinking_comes_first_when_it_is_on_and_never_else():
    request = {"messages": [{"role": "user", "content": "Hello!"}], "max_tokens": 9}
    assert [b["type"] for b in reply(request)["content"]] == ["text"]
    answer = reply(request | {"thinking": {"type": "adaptive"}})
    assert [b["type"] for b in answer["content"]] == ["thinking", "text"]
    assert answer["content"][0]["signature"]


@pytest.mark.parametrize(
    ("model", "first"),
    [
        ("claude-opus-5-5", "thinking"),
        ("claude-fable-5", "thinking"),
        ("claude-haiku-5-5", "text"),
        ("claude-opus-5", "text"),
    ],
)
def test_a_model_that_cannot_turn_thinking_off_thinks_unasked(model, first):
    messages = [{"role": "user", "content": "Hi"}]
    answer = reply({"model": model, "messages": messages})
    assert answer["content"][0]["type"] == first


def test_a_forced_call_has_no_thinking_before_it():
    thinking = {"type": "adaptive"}
    made = {"messages": [{"role": "user", "content": DENTIST}], "tools": tool_schemas}
    for choice in ({"type": "any"}, {"type": "tool", "name": "set_reminder"}):
        answer = reply(made | {"thinking": thinking, "tool_choice": choice})
        assert [b["type"] for b in answer["content"]] == ["tool_use"]


def test_dictated_calls_are_made_even_for_a_tool_that_is_not_offered():
    calls, answer, _ = converse(
        'call: no_such_tool {"a": 1}\ncall: get_current_datetime'
    )
    assert calls == 'no_such_tool {"a": 1} & now'
    assert "no_such_tool failed: Error: Tool 'no_such_tool' not found" in answer


def test_never_claims_to_be_claude():
    for question in ("Who are you?", "Are you Claude?", "Qui es-tu ?", "你是誰？"):
        answer = converse(question)[1]
        assert any(no in answer for no in ("not Claude", "pas Claude", "不是 Claude"))


def test_a_forced_tool_of_the_api_is_answered_in_words():
    request = {
        "messages": [{"role": "user", "content": "Who won?"}],
        "tools": [{"type": "web_search_20260318", "name": "web_search"}],
        "tool_choice": {"type": "any"},
    }
    [block] = reply(request)["content"]
    assert block["text"] == say("en", "stand_in")
