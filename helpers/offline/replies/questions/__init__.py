"""Reading what a user asks for, in four languages, with plain patterns and tables."""
