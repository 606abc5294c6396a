"""How large things are: tokens by one counter, usage reports, model families."""
