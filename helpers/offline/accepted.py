"""A request on its way in: read, checked by the rules, and as the model reads it."""

import httpx2

from helpers.offline.context_editing import applied_edits
from helpers.offline.context_window import check_prompt_fits
from helpers.offline.request_body import read_body
from helpers.offline.rules import check_request
from helpers.offline.rules.block_binding import BETA, without_misplaced_thinking


def accepted(request: httpx2.Request, *, counting: bool = False) -> tuple[dict, dict]:
    """The body that the model reads, and what the Message has to tell about it.

    https://platform.claude.com/docs/en/api/versioning (anthropic-version)
    https://platform.claude.com/docs/en/api/beta-headers (anthropic-beta)
    """
    body = read_body(request)
    version = request.headers.get("anthropic-version", "")
    betas = request.headers.get("anthropic-beta", "").replace(" ", "")
    check_request(body, counting=counting, version=version, betas=betas)
    body, dropped = without_misplaced_thinking(body)
    if not counting:
        check_prompt_fits(body, len(request.content))
    told = {"input_transformations": dropped} if BETA in betas.split(",") else {}
    return body, told | applied_edits(body)
