"""Which files a conversation touched, from the calls of any agent's tools."""
