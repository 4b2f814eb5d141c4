"""A page of a list: `limit`, `after_id` and `before_id` in the query of a GET.

https://platform.claude.com/docs/en/api/models-list
"""

import re
from collections.abc import Mapping

from helpers.offline.rules.api_error import refuse

LIMIT = 20
MOST = 1000
NOT_KNOWN = " (offline stand-in: the API's own words for this are not known)"


def page(items: list[dict], query: Mapping[str, str]) -> dict:
    """The items of one page, and whether the list goes on in the way it is read.

    A choice: with both cursors, the items between them.
    """
    limit = read_limit(query.get("limit", str(LIMIT)))
    ids = [item["id"] for item in items]
    start = place(ids, "after_id", query) + 1 if "after_id" in query else 0
    end = place(ids, "before_id", query) if "before_id" in query else len(ids)
    within = items[start:end]
    shown = within[-limit:] if "before_id" in query else within[:limit]
    ends = (shown[0]["id"], shown[-1]["id"]) if shown else (None, None)
    return {
        "data": shown,
        "has_more": len(shown) < len(within),
        "first_id": ends[0],
        "last_id": ends[1],
    }


def read_limit(text: str) -> int:
    """The number of items on a page; the texts are by analogy with other numbers."""
    if not re.fullmatch("[+-]?[0-9]{1,4000}", text):
        refuse(
            "limit: Input should be a valid integer, unable to parse string as an "
            "integer"
        )
    limit = int(text)
    if limit < 1:
        refuse("limit: Input should be greater than or equal to 1")
    if limit > MOST:
        refuse(f"limit: Input should be less than or equal to {MOST}")
    return limit


def place(ids: list[str], cursor: str, query: Mapping[str, str]) -> int:
    wanted = query[cursor]
    if wanted not in ids:
        refuse(f"{cursor}: nothing in this list has the id {wanted!r}{NOT_KNOWN}")
    return ids.index(wanted)
