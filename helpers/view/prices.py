"""What the tokens of a conversation cost, for models whose price is known here."""

from helpers.recording import Exchange

# Dollars for a million tokens in and out, of prompts up to 100,000 tokens.
# https://platform.claude.com/docs/en/models/haiku-5-5/overview
DOLLARS = {"claude-haiku-5-5": (0.10, 0.50)}


def cost(exchange: Exchange, tokens_in: int, tokens_out: int) -> float | None:
    """About how many dollars tokens cost at a call's price, or None if not known."""
    model = exchange.settings.get("model")
    if not isinstance(model, str) or model not in DOLLARS:
        return None
    price_in, price_out = DOLLARS[model]
    return (tokens_in * price_in + tokens_out * price_out) / 1_000_000


def dollars(amount: float) -> str:
    """A small amount with two digits that say something: $0.00012."""
    return f"${amount:.2g}" if amount >= 0.0001 else f"${amount:.6f}"
