"""Counts tokens without any tokenizer, by what kinds of characters a text has."""


class EstimateCounter:
    """The counter that is always there."""

    name = "estimate"

    def count(self, text: str) -> int:
        """Tokens of ``text``, about."""
        size = len(text) if text.isascii() else len(text.encode("utf-8", "surrogatepass"))
        return -(-size * 2 // 7)

    def exact_for(self, model: str) -> bool:  # noqa: ARG002
        """Never."""
        return False
