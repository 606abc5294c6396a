"""Exact values: what is worth carrying word for word, and which value still holds."""
