"""Huey, embedded in the server's process: no broker, no second command, no signals of its own."""

import threading
from collections.abc import Callable
from typing import Any, Final

from huey import MemoryHuey
from huey.consumer import Consumer, Scheduler
from huey.storage import MemoryStorage

TICK_S: Final = 2
"""How often the schedule comes round; Huey wants a divisor of 60."""


class WakingStorage(MemoryStorage):
    """A queue in memory whose readers sleep until there is something in it.

    Huey's own memory queue is polled, with a pause that grows to a third of a second
    (huey 3.5.4).
    """

    blocking = True

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self._filled = threading.Condition(self._lock)
        self._is_closed = False

    def enqueue(self, data: bytes, priority: float | None = None) -> None:
        """Puts a task in and wakes one worker."""
        with self._filled:
            super().enqueue(data, priority)
            self._filled.notify()

    def dequeue(self) -> bytes | None:
        """The next task, waited for; None once the queue is closed."""
        with self._filled:
            self._filled.wait_for(lambda: self._queue or self._is_closed)
            data: bytes | None = super().dequeue()
            return data

    def close_for_good(self) -> None:
        """Wakes every worker so that it can end."""
        with self._filled:
            self._is_closed = True
            self._filled.notify_all()


class EmbeddedConsumer(Consumer):
    """A Huey consumer that calls `on_tick` every two seconds and leaves signals to the server."""

    def __init__(self, huey: MemoryHuey, workers: int, on_tick: Callable[[], None]) -> None:
        self._on_tick = on_tick
        super().__init__(
            huey,
            workers=workers,
            worker_type="thread",
            scheduler_interval=TICK_S,
            check_worker_health=False,
            shutdown_timeout=0.4,
        )

    def _create_scheduler(self) -> Scheduler:
        on_tick = self._on_tick

        class Schedule(Scheduler):
            """Huey looks once a minute, and its crontab() knows no seconds (3.5.4)."""

            periodic_task_seconds = TICK_S

            def enqueue_periodic_tasks(self, now: Any) -> None:  # noqa: ARG002 -- Huey's own form
                on_tick()

        return Schedule(
            huey=self.huey,
            stop_flag=self.stop_flag,
            interval=self.scheduler_interval,
            periodic=True,
        )

    def _set_signal_handlers(self) -> None:
        # Daphne owns the signals: Huey's handlers would swallow Ctrl-C (measured, 3.5.4).
        pass
