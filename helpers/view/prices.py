"""What the tokens of a conversation cost, for models whose price is known here."""

from helpers.recording import Exchange

# Dollars for a million tokens in and out, of prompts up to 100,000 tokens; what the
# cache saves is not counted.
DOLLARS = {"claude-haiku-5-5": (0.10, 0.50)}
SOURCE = "platform.claude.com/docs/en/models/haiku-5-5/overview"


def cost(exchange: Exchange, tokens_in: int, tokens_out: int) -> float | None:
    """About how many dollars tokens cost at a call's price, or None if not known."""
    price = _price_of(exchange)
    if price is None:
        return None
    return (tokens_in * price[0] + tokens_out * price[1]) / 1_000_000


def price_note(exchange: Exchange) -> str:
    """The price that `cost` takes for a call, and where it is from."""
    price = _price_of(exchange)
    if price is None:
        return ""
    return (
        f"Costs: ${price[0]:.2f} for a million tokens in, ${price[1]:.2f} out "
        f"({SOURCE}); what a cache saves is not counted."
    )


def _price_of(exchange: Exchange) -> tuple[float, float] | None:
    model = exchange.settings.get("model")
    return DOLLARS.get(model) if isinstance(model, str) else None


def dollars(amount: float) -> str:
    """A small amount, with digits that can be compared: $0.000120."""
    return f"${amount:.6f}" if amount < 0.01 else f"${amount:.4f}"
