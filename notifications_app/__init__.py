"""Telling a person off the page; its channels come with a later version."""
