"""The settings page and its JSON API."""
