"""What a session's folder has checked out."""

from msgspec import UNSET, Struct, UnsetType


class Repository(Struct, frozen=True, rename="camel"):
    """A repository, the same for its main folder and every worktree of it."""

    id: str
    """16 hexadecimal characters, a hash of the path of its own git folder."""
    name: str


class Git(Struct, frozen=True, rename="camel", kw_only=True):
    """A branch, or the commit when no branch is checked out."""

    branch: str | UnsetType = UNSET
    commit: str | UnsetType = UNSET
    """Its first seven characters."""
    repository: Repository | UnsetType = UNSET
