"""Foldline folds long LLM conversations into a summary you control, and never loses the original."""
