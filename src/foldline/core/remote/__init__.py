"""Folds that a provider makes by itself, and requests that stand on what it holds already."""
