"""Templates, a user's changes to them, and the prompts made from them."""
