"""What a call costs, for models whose price is known here: each by its own tokens."""

from typing import NamedTuple

SOURCE = "platform.claude.com/docs/en/models/haiku-5-5/overview"
SHORT_PROMPT = 100_000  # tokens in; a call that sends more pays more for all its tokens
IN_ALL = ("input_tokens", "cache_read_input_tokens", "cache_creation_input_tokens")


class Price(NamedTuple):
    """Dollars for a million tokens of each kind."""

    new: float
    read: float
    """What is read from the cache."""
    written: float
    """What is written to it for 5 minutes."""
    written_for_long: float
    """What is written to it for an hour."""
    out: float


DOLLARS = {
    "claude-haiku-5-5": (
        Price(0.10, 0.01, 0.125, 0.20, 0.50),
        Price(0.50, 0.05, 0.625, 1.00, 2.50),
    )
}
"""The price of a call with a short prompt, and with a longer one; from SOURCE."""


def tokens_of(usage: dict) -> tuple[int, int]:
    """The tokens that went in and out; those read from the cache or written are in."""
    return sum(usage.get(kind) or 0 for kind in IN_ALL), usage.get("output_tokens") or 0


def cost(model, usage: dict) -> float | None:
    """About how many dollars a call cost, or None if its model's price is not known."""
    price = _price_of(model, usage)
    if price is None:
        return None
    written = usage.get("cache_creation_input_tokens") or 0
    cached = usage.get("cache_creation")
    cached = cached if isinstance(cached, dict) else {}
    for_long = min(written, cached.get("ephemeral_1h_input_tokens") or 0)
    amounts = Price(
        usage.get("input_tokens") or 0,
        usage.get("cache_read_input_tokens") or 0,
        written - for_long,
        for_long,
        usage.get("output_tokens") or 0,
    )
    return sum(n * rate for n, rate in zip(amounts, price, strict=True)) / 1_000_000


def price_note(model, usage: dict) -> str:
    """The price that `cost` takes for a call, and where it is from."""
    price = _price_of(model, usage)
    if price is None:
        return ""
    is_long = tokens_of(usage)[0] > SHORT_PROMPT
    why = f", as it sends more than {SHORT_PROMPT:,}" if is_long else ""
    return (
        f"Costs: ${price.new:.2f} for a million tokens in, ${price.out:.2f} out{why} "
        f"({SOURCE}). The cache has prices of its own."
    )


def _price_of(model, usage: dict) -> Price | None:
    prices = DOLLARS.get(model) if isinstance(model, str) else None
    return prices and prices[tokens_of(usage)[0] > SHORT_PROMPT]


def dollars(amount: float) -> str:
    """A small amount, with digits that can be compared: $0.000120."""
    return f"${amount:.6f}" if amount < 0.01 else f"${amount:.4f}"
