"""What an open page gets: every message in order, or everything anew."""

import asyncio
import threading

import pytest

from sessions_app.collector.broadcast import QUEUE_LIMIT, Hub, Page


async def settled(revision: int) -> Page:
    """A page that has had the snapshot of this revision."""
    page = Page()
    assert await page.take() is None
    page.revision = revision
    return page


async def test_a_new_page_gets_everything_first() -> None:
    page = Page()
    page.put("diff", 4, 5)
    assert await page.take() is None


async def test_messages_come_in_order() -> None:
    page = await settled(5)
    page.put("a", 5, 6)
    page.put("tick", 6, 6)
    page.put("b", 6, 7)
    assert [await page.take() for _ in range(3)] == ["a", "tick", "b"]


async def test_what_the_snapshot_already_had_is_left_out() -> None:
    page = await settled(5)
    page.put("old", 3, 4)
    page.put("that very one", 4, 5)
    page.put("new", 5, 6)
    assert await page.take() == "new"


async def test_after_a_gap_a_page_gets_everything_anew() -> None:
    page = await settled(5)
    page.put("a", 5, 6)
    page.put("c", 7, 8)
    page.put("d", 8, 9)
    assert await page.take() is None
    page.revision = 9
    page.put("e", 9, 10)
    assert await page.take() == "e"


async def test_a_page_that_reads_too_slowly_gets_everything_anew() -> None:
    page = await settled(0)
    for number in range(QUEUE_LIMIT):
        page.put(str(number), number, number + 1)
    assert await page.take() == "0"
    page.put("fits", QUEUE_LIMIT, QUEUE_LIMIT + 1)
    page.put("one too many", QUEUE_LIMIT + 1, QUEUE_LIMIT + 2)
    assert await page.take() is None


async def test_a_page_that_asks_for_it_gets_everything_anew() -> None:
    page = await settled(5)
    page.put("a", 5, 6)
    page.start_afresh()
    assert await page.take() is None


async def test_a_page_waits_for_its_next_message() -> None:
    page = await settled(5)
    waiting = asyncio.create_task(page.take())
    await asyncio.sleep(0)
    assert not waiting.done()
    page.put("a", 5, 6)
    assert await waiting == "a"


async def test_what_a_thread_sends_reaches_every_open_page_in_order() -> None:
    hub = Hub()
    hub.bind(asyncio.get_running_loop())
    first, second, closed = [await settled(0) for _ in range(3)]
    for page in (first, second, closed):
        hub.add(page)
    hub.remove(closed)

    def send() -> None:
        for number in range(50):
            hub.send(str(number), number, number + 1)

    thread = threading.Thread(target=send)
    thread.start()
    for page in (first, second):
        assert [await page.take() for _ in range(50)] == [str(number) for number in range(50)]
    thread.join()
    assert closed.revision == 0


def test_before_and_after_the_loop_sending_does_nothing() -> None:
    hub = Hub()
    hub.send("a", 0, 1)
    loop = asyncio.new_event_loop()
    hub.bind(loop)
    loop.close()
    hub.send("a", 0, 1)


async def test_one_page_s_trouble_is_not_another_s() -> None:
    hub = Hub()
    hub.bind(asyncio.get_running_loop())
    quick, slow = await settled(0), await settled(0)
    hub.add(quick)
    hub.add(slow)
    for number in range(QUEUE_LIMIT + 1):
        hub.send(str(number), number, number + 1)
        assert await quick.take() == str(number)
    assert await slow.take() is None


@pytest.mark.parametrize("revision", [1, 3])
async def test_a_message_that_leads_past_a_page_s_place_is_a_gap(revision: int) -> None:
    page = await settled(revision)
    page.put("wide", revision + 1, revision + 2)
    assert await page.take() is None
