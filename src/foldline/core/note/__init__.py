"""The parts of the built-in summariser: what happened, what matters, how a note is filled."""
