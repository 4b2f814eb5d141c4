"""Context editing: what an answer tells of the request's `context_management`.

A choice: the stand-in clears and compacts nothing, so it tells of no edit.
https://platform.claude.com/docs/en/build-with-claude/context-editing
"""


def applied_edits(request: dict) -> dict:
    """The field of the Message: no edit was applied; {} when none was asked for."""
    if request.get("context_management") is None:
        return {}
    return {"context_management": {"applied_edits": []}}


def counted_before_edits(request: dict, input_tokens: int) -> dict:
    """The field of a token count: the tokens before any edit, {} as above."""
    if request.get("context_management") is None:
        return {}
    return {"context_management": {"original_input_tokens": input_tokens}}
