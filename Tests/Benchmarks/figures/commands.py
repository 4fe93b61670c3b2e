"""The slowest command over 100,000 songs, and the memory that all of them need."""

import statistics

from bench.library import library
from bench.table import Row, megabytes
from bench.talk import Talk

COUNT = 100_000
SLOWEST, MEMORY = 50, 300  # milliseconds, megabytes
COMMANDS = [
    "pick 5", "unpick 5", "pick 1-50000", "undo", "all", "none", "invert", "undo", "find song 77",
    "find", "find a", "pick found", "find", "sort title", "sort artist", "sort length",
    "sort folder", "sort original", "shuffle 7", "move 5 to 1", "undo", "list", "list 200-240",
    "status", "skipped", "help", "help seek", "volume 80", "repeat on", "repeat off", "all",
    "start", "pause", "play", "toggle", "next", "previous", "seek 0:00.1", "play", "99999", "list",
    "find song 77", "find", "move 5 to 1", "status", "back", "start", "finish", "back", "none", "5",
    "3-9"]
# The options of each way to talk, and what is said when all songs are there.
WAYS = {
    "on a terminal": ([], b"The list is complete"),
    "in plain lines": (["--plain"], b"songs picked"),
    "in JSON": (["--format", "json"], b'"type":"hello"')}


def rows(shop):
    music, peaks = library(shop, COUNT), []
    for way, (options, ready) in WAYS.items():
        times = [[] for _ in COMMANDS]
        for _ in range(shop.pairs(5)):
            with Talk(
                    shop, shop.meditate, "--driver", "null", *options, music,
                    terminal=way == "on a terminal") as talk:
                talk.until(ready)
                for row, command in zip(times, COMMANDS):
                    row.append(_time(talk, way, command) * 1000)
            peaks.append(talk.peak)
        slowest = max(range(len(COMMANDS)), key=lambda index: statistics.median(times[index]))
        yield Row(
            f"slowest of all commands over {COUNT:,} songs, {way}", f"'{COMMANDS[slowest]}'", "–",
            times[slowest], SLOWEST, " ms")
    yield Row(
        f"peak memory, all commands over {COUNT:,} songs", megabytes(max(peaks)), "–",
        [peak / 1e6 for peak in peaks], MEMORY, " MB")


def _time(talk, way, command):
    """Seconds until a command is answered.

    Where answers carry no id, one more line is typed, and what that brings is waited for.
    """
    if way == "in JSON":
        return talk.ask(f"#last {command}", answer=b'"id":"last"')
    return talk.ask(command, "nonsense", answer=b"No command 'nonsense'")
