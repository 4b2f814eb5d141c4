"""Exercise 01: a turn of a conversation, a shared default list, a conversation."""

from anthropic.types import Message

from helpers.exercise_checks.attempt import expect_function, run
from helpers.exercise_checks.clients import watched
from helpers.exercise_checks.own_words import expect_answered
from helpers.expectations import expect_accepted
from helpers.plain import plain
from helpers.samples import THINKING
from helpers.verdict import counted, expect

TEXTS = ("Hello!", "Thanks!", "Who are you?")


def check_say(say) -> str:
    """Passes a function that asks, keeps the whole answer and returns its text."""
    expect_function(say, "say")
    messages: list = []
    with watched(_thoughtful) as requests:
        texts = [
            run(say, messages, text, what=f"say(messages, {text!r})") for text in TEXTS
        ]
    expect(
        len(requests) == len(TEXTS),
        "say was used 3 times, so chat must be called 3 times; it was "
        f"{len(requests)}.",
    )
    _expect_kept(messages)
    for number, request in enumerate(requests, start=1):
        _expect_all_sent(number, len(request["messages"]))
    for number, text in enumerate(texts, start=1):
        _expect_text(text, f"Answer {number}.")
    return "Asked, kept, and told."


def _expect_all_sent(number: int, sent: int) -> None:
    expect(
        sent == 2 * number - 1,
        f"Call {number} sent {sent} of {2 * number - 1} messages. The API remembers "
        "nothing: the whole list goes out with every call.",
    )


def _thoughtful(request: dict) -> dict:
    number = (len(request["messages"]) + 1) // 2
    text = {"type": "text", "text": f"Answer {number}."}
    return {"content": [THINKING, text], "stop_reason": "end_turn"}


def _expect_kept(messages: list) -> None:
    expect(
        bool(messages),
        "The list that say was given is still empty. Add to that list, not to another.",
    )
    roles = [message["role"] for message in messages]
    expect(
        roles == ["user", "assistant"] * len(TEXTS),
        "After three texts the list must hold the roles user, assistant, three times "
        f"in turn; yours holds {', '.join(roles)}.",
    )
    content = plain(messages)[1]["content"]
    expect(
        isinstance(content, list) and len(content) == 2,
        "The assistant message holds only a part of the answer: this one had a "
        "thinking block and a text block, and both must be kept.",
    )


def _expect_text(text, wanted: str) -> None:
    expect(text is not None, "say returned None. Is there a return?")
    expect(
        isinstance(text, str),
        f"say must return the text of the answer; got {type(text).__name__}.",
    )
    expect(text == wanted, f"Expected the text {wanted!r}; say returned {text!r}.")


def check_start_conversation(start_conversation) -> str:
    """Passes a function whose conversations share nothing."""
    name = "start_conversation"
    expect_function(start_conversation, name)
    one = run(start_conversation, "Hello!", what=name)
    two = run(start_conversation, "What time is it?", what=name)
    for messages in (one, two):
        kind = type(messages).__name__
        expect(kind == "list", f"{name} must return the list of messages; got {kind}.")
    expect(
        one is not two,
        "Two calls without a list gave one and the same list: the second conversation "
        "starts with the first question.",
    )
    expect(
        len(one) == len(two) == 1,
        f"A new conversation holds 1 message; yours hold {len(one)} and {len(two)}.",
    )
    _expect_question(one[0], "Hello!")
    for given in ([], [{"role": "user", "content": "Hi"}]):
        _expect_used(start_conversation, given)
    return "Each conversation has a list of its own, unless you give it one."


def _expect_used(start_conversation, given: list) -> None:
    before = len(given)
    returned = run(start_conversation, "Hello!", given, what="start_conversation")
    expect(
        returned is given and len(given) == before + 1,
        f"Given a list with {counted(before, 'message')}, the question must be added "
        "to that very list. An empty list is a list too.",
    )
    _expect_question(given[-1], "Hello!")


def _expect_question(message, question: str) -> None:
    turn = message if isinstance(message, dict) else {}
    text = [{"type": "text", "text": question}]
    expect(
        turn.get("role") == "user" and turn.get("content") in (question, text),
        "start_conversation must add the question as a user message, a dict with a "
        f"role and a content; it added {message!r}.",
    )


def check_own_conversation(messages) -> str:
    """Passes a conversation of the learner's own: questions, each with its answer."""
    expect(isinstance(messages, list), "Give the list of messages.")
    for number, message in enumerate(messages):
        expect(
            not isinstance(message, Message),
            f"messages.{number} is a whole Message. A message has a role and a "
            "content; which function adds it in the right form?",
        )
        expect(
            isinstance(message, dict) and "content" in message,
            f"messages.{number}: a message is a dict with a role and a content; got "
            f"{message!r}.",
        )
    roles = [str(message.get("role")) for message in messages]
    pairs = len(roles) // 2
    expect(
        roles == ["user", "assistant"] * pairs,
        "Each question is followed by its answer: expected the roles user, assistant, "
        f"and so on in turn; got {', '.join(roles)}.",
    )
    expect(pairs >= 2, f"Ask at least two questions; your list holds {pairs}.")
    expect_accepted(messages)
    questions = [str(message["content"]) for message in messages[::2]]
    expect(len(set(questions)) == pairs, "The same question is asked twice.")
    for number in range(1, len(messages), 2):
        expect_answered(plain(messages), number)
    return f"{pairs} questions, {pairs} answers, and the API accepts them."


CHECKS = {
    "say": check_say,
    "start_conversation": check_start_conversation,
    "own_conversation": check_own_conversation,
}

HINTS = {
    "say": [
        "Four things happen, in this order: add the question, call, keep the answer, "
        "return its text. The skeleton has the first one.",
        "chat gives the whole Message, and add_assistant_message keeps it. Which "
        "function takes the text out of a Message?",
        "The first ... is chat with the whole list. Between the two lines, add the "
        "response to messages. The last ... is text_from_message of the response.",
    ],
    "start_conversation": [
        "Run the cell with the symptom twice. The list grows each time. When was it "
        "made?",
        "Python makes a default once, when it reads the def line. Which default did "
        "the functions of the lesson use instead of []?",
        "Use None as the default. In the body, make a new list if messages is None. "
        "Do not test for an empty list: that one may have been given to you.",
    ],
    "own_conversation": [
        "Start with my_messages = [], and add to it. The function of the first part "
        "may be useful.",
        "A question is a user message; what chat returns is the assistant message. "
        "After two of each the list holds four messages.",
        "For each question: add_user_message, then chat with the whole list, then "
        "add_assistant_message with what came back.",
    ],
}
