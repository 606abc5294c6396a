"""Values and rules: what a conversation is and how it may be folded. No I/O, no async, no clock, no randomness."""
