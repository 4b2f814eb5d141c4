"""A reply depends on what was said before: follow-ups, remarks, "stop", a long past."""
# ruff: noqa: RUF001 - Chinese questions have Chinese punctuation.

import pytest
from dialogue import converse, with_ids

from helpers.offline.replies import reply
from helpers.offline.replies.phrases import say
from helpers.tools import tool_schemas

IN_103_DAYS = "What day will it be in 103 days?"


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
