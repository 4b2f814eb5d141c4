"""Answers to exercise 01."""

from helpers import add_assistant_message, add_user_message, chat, text_from_message

HELLO = {"role": "user", "content": "Hello!"}
HI = {"role": "assistant", "content": "Hi."}
THANKS = {"role": "user", "content": "Thanks!"}
WELCOME = {"role": "assistant", "content": "You're welcome."}


def say_by_hand(messages, text):
    messages.append({"role": "user", "content": text})
    content = chat(messages).content
    messages.append({"role": "assistant", "content": content})
    return "".join(block.text for block in content if block.type == "text")


def forgets_the_answer(messages, text):
    add_user_message(messages, text)
    return text_from_message(chat(messages))


def keeps_the_text_only(messages, text):
    add_user_message(messages, text)
    answer = text_from_message(chat(messages))
    add_assistant_message(messages, answer)
    return answer


def keeps_a_list_of_its_own(messages, text):
    messages = []
    return say_by_hand(messages, text)


def sends_the_newest_only(messages, text):
    add_user_message(messages, text)
    response = chat(messages[-1:])
    add_assistant_message(messages, response)
    return text_from_message(response)


def sends_the_newest_three(messages, text):
    add_user_message(messages, text)
    response = chat(messages[-3:])
    add_assistant_message(messages, response)
    return text_from_message(response)


def returns_the_message(messages, text):
    add_user_message(messages, text)
    response = chat(messages)
    add_assistant_message(messages, response)
    return response


def returns_nothing(messages, text):
    say_by_hand(messages, text)


def takes_the_first_block(messages, text):
    add_user_message(messages, text)
    response = chat(messages)
    add_assistant_message(messages, response)
    return response.content[0].text


def calls_nobody(messages, text):
    add_user_message(messages, text)
    return "Hello!"


def start_in_one_line(question, messages=None):
    messages = [] if messages is None else messages
    return messages.append({"role": "user", "content": question}) or messages


def start_badly(question, messages=[]):  # noqa: B006 (the bug)
    add_user_message(messages, question)
    return messages


def start_if_empty(question, messages=None):
    return start_badly(question, messages or [])


def start_with_a_copy(question, messages=()):
    return start_badly(question, [*messages])


def start_silently(question, messages=None):
    add_user_message([] if messages is None else messages, question)


def start_and_answer(question, messages=None):
    messages = start_in_one_line(question, messages)
    add_assistant_message(messages, "Hi.")
    return messages


def start_with_a_string(question, messages=None):
    messages = [] if messages is None else messages
    messages.append(question)
    return messages


def start_as_claude(question, messages=None):
    messages = [] if messages is None else messages
    add_assistant_message(messages, "nonsense")
    return messages


def talk(*texts: str) -> list[dict]:
    messages: list[dict] = []
    for text in texts:
        say_by_hand(messages, text)
    return messages


RIGHT = [
    ("say", say_by_hand),
    ("start_conversation", start_in_one_line),
    ("own_conversation", talk("Hello!", "Thanks!")),
]
WRONG = [
    ("say", forgets_the_answer, "yours holds user, user"),
    ("say", keeps_the_text_only, "holds only a part of the answer"),
    ("say", keeps_a_list_of_its_own, "The list that say was given is still empty"),
    ("say", sends_the_newest_only, "Call 2 sent 1 of 3 messages"),
    ("say", sends_the_newest_three, "Call 3 sent 3 of 5 messages"),
    ("say", returns_the_message, "must return the text of the answer; got Message"),
    ("say", returns_nothing, "say returned None. Is there a return?"),
    ("say", takes_the_first_block, "raised AttributeError: 'ThinkingBlock' object"),
    ("say", calls_nobody, "chat must be called 3 times; it was 0"),
    ("start_conversation", start_badly, "gave one and the same list"),
    ("start_conversation", start_if_empty, "Given a list with 0 messages"),
    ("start_conversation", start_with_a_copy, "An empty list is a list too"),
    ("start_conversation", start_silently, "return the list of messages; got NoneType"),
    ("start_conversation", start_and_answer, "A new conversation holds 1 message"),
    ("start_conversation", start_with_a_string, "it added 'Hello!'"),
    ("start_conversation", start_as_claude, "it added {'role': 'assistant'"),
    (
        "own_conversation",
        [HELLO, HI, THANKS, WELCOME],
        "messages.1: the stand-in did not say 'Hi.'",
    ),
    ("own_conversation", ["Hello!", "Hi."], "messages.0: a message is a dict with a"),
    ("own_conversation", [HELLO, HI], "at least two questions; your list holds 1"),
    ("own_conversation", [HELLO, chat([HELLO])], "messages.1 is a whole Message"),
    ("own_conversation", [HELLO, THANKS], "in turn; got user, user"),
    ("own_conversation", [HELLO, HI, THANKS], "got user, assistant, user"),
    ("own_conversation", [HELLO, HI, HELLO, HI], "The same question is asked twice"),
    (
        "own_conversation",
        [HELLO, HI | {"content": []}, THANKS, WELCOME],
        "The API would refuse this history",
    ),
]
