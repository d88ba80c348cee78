"""The id each session keeps for as long as it is seen."""

from collections.abc import Iterable

from sessions_app.adapters.claude_code.sightings import Sighting


class Ids:
    """Gives ids that stay.

    One conversation open in two terminals is two sessions with one id of Claude Code's: the first
    seen has it, another gets its process number behind it, and keeps it when the first has gone.
    """

    def __init__(self) -> None:
        self._given: dict[tuple[str, int | None], str] = {}

    def give(self, sightings: Iterable[Sighting]) -> list[tuple[str, Sighting]]:
        """Each session once, with its id."""
        seen = {(one.own_id, one.number): one for one in sightings}
        given = {key: self._given[key] for key in seen if key in self._given}
        taken = set(given.values())
        for own_id, number in seen:
            if (own_id, number) not in given:
                given[own_id, number] = name = _free(own_id, number, taken)
                taken.add(name)
        self._given = given
        return [(given[key], one) for key, one in seen.items()]


def _free(own_id: str, number: int | None, taken: set[str]) -> str:
    """An id that no other session has; a hostile file can name itself like another's."""
    name = own_id if own_id not in taken else f"{own_id}:{number}"
    while name in taken:
        name += "'"
    return name
