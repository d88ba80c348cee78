"""A folder of ours, and files in it that are replaced whole."""

import errno
import fcntl
import os
import secrets
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from typing import Final

from sessions_app.system.files import Refused

LOCK_S: Final = 2.0
"""How long another writer is waited for; one holds the lock for some milliseconds."""

_OPEN: Final = os.O_RDONLY | os.O_DIRECTORY | os.O_NOFOLLOW | os.O_CLOEXEC
_CREATE: Final = os.O_WRONLY | os.O_CREAT | os.O_EXCL | os.O_NOFOLLOW | os.O_CLOEXEC


@contextmanager
def own_folder(path: str, *, make: bool = False) -> Iterator[int]:
    """The descriptor of a folder of this user's, which is no link; raises Refused.

    With `make` it is made, for this user alone, where there is none.
    """
    if make:
        with suppress(FileExistsError):
            os.mkdir(path, 0o700)
    try:
        descriptor = os.open(path, _OPEN)
    except FileNotFoundError:
        raise Refused("is not there", gone=True) from None
    except OSError as problem:
        reason = "is a link" if os.path.islink(path) else f"cannot be opened ({problem.strerror})"
        raise Refused(f"is in a folder that {reason}") from None
    try:
        if os.fstat(descriptor).st_uid != os.geteuid():
            raise Refused("is in a folder that belongs to another user")
        yield descriptor
    finally:
        os.close(descriptor)


@contextmanager
def locked(folder: int) -> Iterator[None]:
    """Holds a folder against every other writer of it, in this process or another.

    Raises TimeoutError. The lock goes with the descriptor: a writer that is killed leaves none.
    """
    end = time.monotonic() + LOCK_S
    while not take_lock(folder):
        if time.monotonic() > end:
            raise TimeoutError
        time.sleep(0.01)
    yield  # closing the folder gives it back


def take_lock(descriptor: int) -> bool:
    """Locks a file or folder against everyone else who does so; whether that could be had."""
    try:
        fcntl.flock(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError:
        return False
    except OSError as problem:
        # Linux lends no such lock on a folder of a network drive (NFS). What is written there is
        # whole all the same; of two changes in the same milliseconds, the later one stays.
        if problem.errno not in (errno.EBADF, errno.ENOLCK, errno.EINVAL, errno.EOPNOTSUPP):
            raise
    return True


def replace(folder: int, name: str, data: bytes) -> None:
    """Puts a file of this content, mode 600, in the place of the one of that name, if any.

    It is on the disk once this returns.
    """
    new = f".{name}.{secrets.token_hex(8)}.new"
    descriptor = os.open(new, _CREATE, 0o600, dir_fd=folder)
    try:
        with os.fdopen(descriptor, "wb") as file:
            file.write(data)
            file.flush()
            os.fsync(file.fileno())
        os.replace(new, name, src_dir_fd=folder, dst_dir_fd=folder)
    except OSError:
        with suppress(OSError):
            os.unlink(new, dir_fd=folder)
        raise
    sync_folder(folder)


def sync_folder(descriptor: int) -> None:
    """Makes the names in a folder outlast a loss of power, where its file system can do that."""
    try:
        os.fsync(descriptor)
    except OSError as problem:
        if problem.errno not in (errno.EBADF, errno.EINVAL, errno.ENOTSUP):
            raise
