"""Sections of the pages: each draws one block from the result it is given."""
