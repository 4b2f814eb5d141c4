"""The default replies: stories replayed against any conversation, in four languages."""
# ruff: noqa: RUF001 - Chinese questions have Chinese punctuation.

import json
from pathlib import Path

import pytest
from dialogue import converse, with_ids
from hypothesis import given, settings
from hypothesis import strategies as st
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


def test_another_today_changes_the_second_turn():
    def run(name, arguments):
        if name == "get_current_datetime":
            return {"datetime": "2024-03-12 09:00:30", "weekday": "Tuesday"}
        return run_tool(name, arguments)

    calls, answer, _ = converse(DENTIST, run=run)
    assert "2024-03-12 09:00:30 +194370 seconds" in calls
    assert "Thursday 14 March at 15:00" in answer


@pytest.mark.parametrize(
    "today",
    [
        "2024-03-11 10:22:00",
        {"datetime": "2024-03-11 10:22:00"},
        {"now": "2024-03-11 10:22:00", "weekday": "Monday"},
        "2024-03-11T10:22:00",
        "2024-03-11T10:22:00.000001+00:00",
        "Monday, March 11, 2024 10:22 AM",
        "11/03/2024 10:22",
        "le 11 mars 2024, 10:22",
        "2024年3月11日 10:22",
    ],
)
def test_today_is_read_in_any_usual_form(today):
    def run(name, arguments):
        return today if name == "get_current_datetime" else run_tool(name, arguments)

    if today == "11/03/2024 10:22":  # 11 March or 3 November: only French is sure
        question = "Quelle heure est-il ?"
    else:
        question = "What time is it?"
    _, answer, _ = converse(question, run=run)
    assert "11 mar" in answer.lower()
    assert "10:22" in answer or "10h22" in answer


def test_result_without_a_date_is_told_as_it_is():
    _, answer, _ = converse(IN_103_DAYS, run=lambda *_: "banana")
    assert answer == 'I got "banana" and can\'t read a date in it.'


def test_weekday_is_the_one_that_the_tool_told():
    def run(name, arguments):
        return {"datetime": "2024-06-22 10:22:00", "weekday": "Friday"}

    assert "Friday 22 June 2024" in converse(IN_103_DAYS, run=run)[1]


def test_reminder_without_a_confirmation_is_not_called_set():
    def run(name, arguments):
        return None if name == "set_reminder" else run_tool(name, arguments)

    _, answer, _ = converse(DENTIST, run=run)
    assert "returned null" in answer
    assert "Done" not in answer


def test_failed_tool_is_called_a_second_time():
    failures = ["clock is broken"]

    def run(name, arguments):
        if failures:
            raise RuntimeError(failures.pop())
        return run_tool(name, arguments)

    calls, answer, _ = converse(IN_103_DAYS, run=run)
    assert calls == "now > now > +103 days"
    assert "22 June 2024" in answer


def test_second_failure_is_told_with_the_message_of_the_tool():
    def run(name, arguments):
        raise RuntimeError("clock is broken")

    calls, answer, _ = converse(IN_103_DAYS, run=run)
    assert calls == "now > now"
    assert "get_current_datetime failed twice" in answer
    assert "clock is broken" in answer


FORTNIGHTS = "What day will it be in 2 fortnights?"


def test_refused_unit_is_corrected_to_one_that_the_error_names():
    def run(name, arguments):
        if arguments.get("unit") not in (None, "days"):
            raise ValueError("unit must be days or hours")
        return run_tool(name, arguments)

    calls, answer, _ = converse(FORTNIGHTS, run=run)
    assert calls == "now > +2 fortnights > +28 days"
    assert "8 April 2024" in answer


def test_accepted_unit_is_not_corrected():
    def run(name, arguments):
        if arguments.get("unit") == "fortnights":
            return {"datetime": "2024-04-08 10:22:00"}
        return run_tool(name, arguments)

    assert converse(FORTNIGHTS, run=run)[0] == "now > +2 fortnights"


def test_refused_format_is_corrected_by_an_input_format():
    def run(name, arguments):
        if name == "add_duration_to_datetime" and "input_format" not in arguments:
            raise ValueError("unconverted data remains: 10:22:00")
        return run_tool(name, arguments)

    _, answer, messages = converse(IN_103_DAYS, run=run)
    assert messages[-3]["content"][0]["input"]["input_format"] == "%Y-%m-%d %H:%M:%S"
    assert "22 June 2024" in answer


@pytest.mark.parametrize(
    "question",
    [
        "Keep checking the time until it is midnight.",
        "Vérifie l'heure jusqu'à ce qu'il soit minuit.",
        "Sigue mirando la hora hasta que sea medianoche.",
        "一直查看時間，直到午夜。",
    ],
)
@pytest.mark.parametrize("result", ["2024-03-11 10:22:00", "banana", None])
def test_waiting_never_ends_whatever_comes_back(question, result):
    calls, _, _ = converse(question, run=lambda *_: result)
    assert calls == " > ".join(["now"] * 6)


def test_waiting_ends_when_the_hour_has_come():
    calls, answer, _ = converse(
        "Keep checking the time until it is midnight.",
        run=lambda *_: "2024-03-12 00:00:10",
    )
    assert calls == "now"
    assert "The hour has come" in answer


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


def test_follow_up_questions_take_the_question_before():
    _, _, messages = converse(IN_103_DAYS)
    calls, answer, messages = converse("And in 45 days?", before=messages)
    assert (calls, "25 April 2024" in answer) == ("now > +45 days", True)
    calls, answer, _ = converse("And Friday?", before=messages)
    assert (calls, "15 March 2024" in answer) == ("now > +4 days", True)


def test_missing_hour_is_asked_for_and_then_used():
    calls, answer, messages = converse("Remind me to call Mom on Friday")
    assert (calls, answer) == ("", say("en", "which_hour"))
    calls, _, _ = converse("At 9:30", before=messages)
    assert calls.endswith("remind 2024-03-15 09:30:00 Call Mom")


def conversation_with(text):
    """The 103 days until the first result, which a text accompanies."""
    question = {"role": "user", "content": IN_103_DAYS}
    answer = reply({"messages": [question], "tools": tool_schemas})
    blocks = with_ids(answer["content"], 1)
    result = {
        "type": "tool_result",
        "tool_use_id": blocks[-1]["id"],
        "content": [{"type": "text", "text": '"2024-03-11 10:22:00"'}],
    }
    content = [result, {"type": "text", "text": text}]
    return [
        question,
        {"role": "assistant", "content": blocks},
        {"role": "user", "content": content},
    ]


@pytest.mark.parametrize("remark", ["Here is the result.", IN_103_DAYS])
def test_remark_beside_results_lets_the_question_go_on(remark):
    answer = reply({"messages": conversation_with(remark), "tools": tool_schemas})
    assert answer["content"][-1]["name"] == "add_duration_to_datetime"


def test_new_question_beside_results_is_answered_instead():
    messages = conversation_with("What day is 3 days after 2024-05-01?")
    answer = reply({"messages": messages, "tools": tool_schemas})
    assert answer["content"][-1]["input"]["datetime_str"] == "2024-05-01"


def test_results_of_an_earlier_question_do_not_serve_the_next():
    _, _, messages = converse("What time is it?")
    assert converse("What time is it?", before=messages)[0] == "now"


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


@pytest.mark.parametrize(
    ("said", "answer"),
    [
        ("Stop, thank you.", "All right, I'll stop."),
        ("Arrête, merci.", "D'accord, j'arrête."),
        ("¡Basta, gracias!", "De acuerdo, lo dejo."),
        ("停，謝謝。", "好的，我停下來。"),
        ("Thanks!", "You're welcome!"),
    ],
)
def test_a_request_that_never_ends_is_stopped_by_a_message_of_its_own(said, answer):
    question = "Keep checking the time until it is midnight."
    asks = {"type": "tool_use", "id": "t1", "name": "get_current_datetime", "input": {}}
    result = {"type": "tool_result", "tool_use_id": "t1", "content": "2024-03-11 10:22"}
    messages = [
        {"role": "user", "content": question},
        {"role": "assistant", "content": [asks]},
        {"role": "user", "content": [result]},
    ]
    request = {"messages": messages, "tools": tool_schemas}
    assert reply(request)["stop_reason"] == "tool_use"
    messages.append({"role": "user", "content": said})
    stopped = reply(request)
    assert stopped["stop_reason"] == "end_turn"
    assert stopped["content"][0]["text"] == answer


def test_a_system_message_is_no_question():
    messages = [
        {"role": "user", "content": "What time is it?"},
        {"role": "system", "content": "Be brief."},
    ]
    answer = reply({"messages": messages, "tools": tool_schemas})
    assert answer["content"][-1]["name"] == "get_current_datetime"
    messages[1] = {"role": "system", "output_config": {"effort": "low"}}
    assert reply({"messages": messages, "tools": tool_schemas}) == answer


def test_a_forced_tool_of_the_api_is_answered_in_words():
    request = {
        "messages": [{"role": "user", "content": "Who won?"}],
        "tools": [{"type": "web_search_20260318", "name": "web_search"}],
        "tool_choice": {"type": "any"},
    }
    [block] = reply(request)["content"]
    assert block["text"] == say("en", "stand_in")


def test_a_long_past_is_not_read_again():
    def talk(questions):
        turns = [{"role": "user", "content": "Lorem ipsum"}, said("Hm.")]
        return [*turns * questions, {"role": "user", "content": "And in 45 days?"}]

    def said(text):
        return {"role": "assistant", "content": [{"type": "text", "text": text}]}

    first = {"role": "user", "content": "What day will it be in 103 days?"}
    near = reply({"messages": [first, said("June."), *talk(30)], "tools": tool_schemas})
    far = reply({"messages": [first, said("June."), *talk(60)], "tools": tool_schemas})
    assert near["stop_reason"] == "tool_use"
    assert far["content"] == [{"type": "text", "text": say("en", "stand_in")}]
