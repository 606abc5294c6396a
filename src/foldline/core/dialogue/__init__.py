"""Chats and role play: turns told for a summariser, and the review of the newest ones."""
