"""What the stand-in decides itself, because nobody has published what the API does.

docs/standin.md lists these for readers, with the smaller choices that stand as comments
beside the rule they belong to.
"""

# Results of one turn split over two user messages. The documentation only calls it
# wrong; users report the 400 (https://github.com/MoonshotAI/kosong/issues/45). True
# makes the stand-in combine the messages first, as it does for roles.
SPLIT_RESULTS_ACCEPTED = False

# Without the header `anthropic-version` the API answers `anthropic-version: header is
# required` (https://github.com/envoyproxy/ai-gateway/pull/1909). The SDK always sends
# it; False lets a body that is posted by hand go without, as under the newest version.
VERSION_HEADER_REQUIRED = False

# Refusals that are documented without their text: these words are the stand-in's own.
OWN_WORDS = {
    "too many messages": "messages: at most 100000 messages are accepted",
    "document": (
        "messages.{n}.content.{m}: `document` blocks can only be in `user` messages"
    ),
    "citations": "messages.{n}.content.{m}.{kind}.citations: must be empty for a user",
    "body": "Input should be an object",
    "answer schema": "must be a JSON schema of draft 2020-12",
    "example": ".input_examples.{n}: must fit the tool's input_schema",
}
SIGNATURE = " (offline stand-in: the API refuses this too, in words not known here)"


def own_words(case: str) -> str:
    """The message for a refusal whose text is not known; it says so itself."""
    return OWN_WORDS[case] + SIGNATURE
