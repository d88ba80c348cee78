"""Text for a person to paste into a shell."""


def quoted(text: str) -> str:
    """A text as one word of sh, bash and zsh, whatever it holds."""
    # Not by a backslash: a line that is pasted may pass through more than one reader of those.
    return "'" + text.replace("'", "'\"'\"'") + "'"
