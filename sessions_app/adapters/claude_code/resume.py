"""The line that goes on with a conversation: `cd '<folder>' && claude --resume <id>`."""

import re
import unicodedata
from typing import Final

from sessions_app.domain.acts import Resume
from sessions_app.domain.shell import quoted

SESSION_ID: Final = re.compile(
    r"[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}", re.ASCII
)


def resume(session_id: str | None, folder: str | None, config_home: str | None) -> Resume | None:
    """The line, when it can be written so that sh, bash and zsh read it alike.

    Claude Code looks for a conversation by the folder it was begun in. `config_home` is named
    when it is not the one Claude Code takes by itself.
    """
    if session_id is None or not SESSION_ID.fullmatch(session_id):
        return None
    if folder is None or not _is_plain(folder):
        return None
    if config_home is not None and not _is_plain(config_home):
        return None
    home = "" if config_home is None else f"CLAUDE_CONFIG_DIR={quoted(config_home)} "
    return Resume(f"cd {quoted(folder)} && {home}claude --resume {session_id}")


def _is_plain(path: str) -> bool:
    # `echo` of some shells, and terminals that a line is pasted into, take these for more.
    is_whole = path.startswith("/") and "\\" not in path
    return is_whole and not any(unicodedata.category(one) in ("Cc", "Cs") for one in path)
