"""Puts the parts that read sessions together, starts them and stops them."""

import asyncio
import logging
import os
from collections.abc import Iterable, Mapping, Sequence
from importlib.metadata import EntryPoint, entry_points

from lookout.env import Environment
from sessions_app.adapter_api import ENTRY_POINT_GROUP, Adapter, KnowsPanes
from sessions_app.collector.broadcast import HUB
from sessions_app.collector.cache import CACHE
from sessions_app.collector.collector import Collector
from sessions_app.collector.memory import MEMORY
from sessions_app.collector.rules import RULES
from sessions_app.collector.tasks import Tasks
from sessions_app.collector.watch import Watch
from sessions_app.domain.clock import wall_clock
from sessions_app.enrich.api import Enricher
from sessions_app.enrich.folders import Folders
from sessions_app.enrich.gh import Gh
from sessions_app.enrich.gh_state import BOARD, GhState
from sessions_app.enrich.git import Branches
from sessions_app.enrich.panes import Panes
from sessions_app.enrich.pull_requests import PullRequests
from sessions_app.enrich.terminals import Terminals
from sessions_app.stores.history_keeper import Keeper
from sessions_app.stores.keeping import Keep, Nowhere
from sessions_app.stores.settings_file import SettingsFile
from sessions_app.system import programs

_log = logging.getLogger("lookout.sources")


def adapters_for(environment: Environment) -> list[Adapter]:
    """Every adapter that is installed, as this start has it.

    One that cannot be loaded, or that takes a source id already taken, is left out and logged:
    it may be another author's.
    """
    found: dict[str, Adapter] = {}
    for entry_point in sorted(entry_points(group=ENTRY_POINT_GROUP), key=_ours_first):
        try:
            adapters = list(entry_point.load()(environment))
            named = {adapter.facts.source_id: adapter for adapter in adapters}
        except (Exception, SystemExit):  # noqa: BLE001 -- whatever another author's raises
            _log.exception("The adapter %s could not be loaded.", entry_point.name)
            continue
        for source_id, adapter in named.items():
            if source_id in found:
                _log.error("The adapter %s is left out: %s is taken.", entry_point.name, source_id)
            else:
                found[source_id] = adapter
    return list(found.values())


def _ours_first(entry_point: EntryPoint) -> tuple[bool, str]:
    is_ours = entry_point.value.startswith("sessions_app.")
    return not is_ours, entry_point.name


def enrichers_for(environment: Environment, variables: Mapping[str, str]) -> list[Enricher]:
    """What is added to sessions, as this start has it; pull requests come after branches."""
    branches = Branches(environment.home)
    if not environment.pull_requests:
        BOARD.latest = GhState(problem=environment.problem_of("AGENT_LOOKOUT_PULL_REQUESTS"))
        return [branches]
    return [branches, PullRequests(Gh(environment, variables), branches.checkout_of, BOARD)]


def keep_for(environment: Environment) -> Keep:
    """Where the history goes, as this start has it."""
    if environment.history:
        return Keeper(environment.history_dir, wall_clock, MEMORY)
    return Nowhere(MEMORY, environment.problem_of("AGENT_LOOKOUT_HISTORY"))


class Runtime:
    """All that reads sessions, from the start of the server to its end."""

    def __init__(self, environment: Environment, adapters: Iterable[Adapter]) -> None:
        adapters = list(adapters)
        naming = [adapter for adapter in adapters if isinstance(adapter, KnowsPanes)]
        self.panes = _panes(environment, naming) if environment.tmux else None
        self.terminals = Terminals() if environment.terminal_jump else None
        added = (Folders(), self.panes, self.terminals)
        enrichers = enrichers_for(environment, os.environ)
        enrichers += [one for one in added if one is not None]
        RULES.open(SettingsFile(environment.settings_file))
        self._keep = keep_for(environment)
        MEMORY.start(self._keep)
        self._collector = Collector(
            adapters, CACHE, HUB.send, wall_clock, enrichers, rules=RULES, observers=[MEMORY]
        )
        RULES.when_changed(self._collector.follow_rules)
        self._watch = Watch(self._wake) if environment.file_notifications else None
        self._tasks = Tasks(
            self._collector,
            [adapter.facts for adapter in adapters],
            wall_clock,
            self._watch.set_folders if self._watch else _watch_nothing,
            enrichers,
        )

    def _wake(self, source_id: str) -> None:
        self._tasks.wake(source_id)

    def read_now(self, source_id: str) -> bool:
        """Reads a source and waits for it, a short time; whether it was read."""
        return self._tasks.read_now(source_id)

    def start(self, loop: asyncio.AbstractEventLoop) -> None:
        """Starts reading; `loop` is the one the pages live in."""
        HUB.bind(loop)
        self._keep.start()
        if self._watch is not None:
            self._watch.start()
        self._tasks.start()

    def stop(self) -> None:
        """Stops reading, and ends every program that was started for it."""
        if self._watch is not None:
            self._watch.stop()
        programs.stop_all()
        self._tasks.stop()
        self._keep.stop()


def _panes(environment: Environment, naming: Sequence[KnowsPanes]) -> Panes:
    def name_of(session_id: str) -> str | None:
        names = (adapter.pane_of(session_id) for adapter in naming)
        return next((name for name in names if name is not None), None)

    return Panes(os.environ, environment.search_path, name_of)


def _watch_nothing(source_id: str, folders: tuple[str, ...], growing: tuple[str, ...]) -> None:
    """With file notifications off, the poll alone finds changes."""
