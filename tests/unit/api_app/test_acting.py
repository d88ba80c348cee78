"""How an act is kept from following on another too soon, by a clock of the test's own."""

import asyncio
import json

from django.http import HttpResponse
from django.test import AsyncRequestFactory

from api_app.acting import Body, Pace, done, takes


class Nothing(Body, frozen=True):
    """A body that is exactly `{}`."""


class Clock:
    """Stands still until it is moved."""

    now = 100.0

    def __call__(self) -> float:
        """The present moment."""
        return self.now


async def act() -> HttpResponse:
    return done({"ok": True})


async def test_one_act_begins_in_a_second() -> None:
    clock = Clock()
    pace = Pace(clock)
    statuses = []
    for later in (0, 0.999, 0.001, 0.5, 0.5):
        clock.now += later
        statuses.append((await pace.run(act)).status_code)
    assert statuses == [200, 429, 200, 429, 200]


async def test_one_act_is_under_way_at_a_time_however_long_it_takes() -> None:
    clock, over = Clock(), asyncio.Event()
    pace = Pace(clock)

    async def slow() -> HttpResponse:
        await over.wait()
        return await act()

    first = asyncio.create_task(pace.run(slow))
    await asyncio.sleep(0)
    clock.now += 60
    second = await pace.run(act)
    assert (second.status_code, second["Retry-After"]) == (429, "1")
    assert json.loads(second.content)["reason"] == "too-soon"
    over.set()
    assert (await first).status_code == 200
    assert (await pace.run(act)).status_code == 200


async def test_an_act_that_fails_makes_way_for_the_next() -> None:
    clock = Clock()
    pace = Pace(clock)

    async def fails() -> HttpResponse:
        raise RuntimeError("boom")

    try:
        await pace.run(fails)
    except RuntimeError:
        clock.now += 1
    assert (await pace.run(act)).status_code == 200


async def test_a_view_that_no_line_of_the_gate_names_still_takes_post_alone() -> None:
    @takes(Nothing)
    async def view(body: Nothing) -> HttpResponse:
        return await act()

    asked = AsyncRequestFactory()
    answer = await view(asked.get("/"))
    assert (answer.status_code, answer["Allow"]) == (405, "POST")
    answer = await view(asked.post("/", b"{}", content_type="application/json"))
    assert answer.status_code == 200
    answer = await view(asked.post("/", b'{"a": 1}', content_type="application/json"))
    assert answer.status_code == 400


async def test_an_act_whose_page_is_closed_goes_on_and_makes_way_when_it_is_over() -> None:
    clock, over = Clock(), asyncio.Event()
    pace = Pace(clock)
    ended = asyncio.Event()

    async def slow() -> HttpResponse:
        await over.wait()
        ended.set()
        return await act()

    page = asyncio.create_task(pace.run(slow))
    await asyncio.sleep(0)
    page.cancel()
    await asyncio.gather(page, return_exceptions=True)
    clock.now += 60
    assert (await pace.run(act)).status_code == 429
    over.set()
    await ended.wait()
    assert (await pace.run(act)).status_code == 200


async def test_a_view_that_a_setting_took_away_is_not_there() -> None:
    @takes(Nothing, is_there=lambda: False)
    async def view(body: Nothing) -> HttpResponse:
        return await act()

    asked = AsyncRequestFactory()
    for request in (asked.get("/"), asked.post("/", "{}", content_type="application/json")):
        assert (await view(request)).status_code == 404
