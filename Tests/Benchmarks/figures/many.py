"""Reading 10, 10,000 and 100,000 songs: the list, the first prompt, and memory.

The first start reads all files, the second remembers them. Against a C loop that opens each file
with libsndfile, on all cores at once, and against mpd, whose database is empty at first.
"""

import os
import shutil
import statistics

from bench.daemon import Daemon
from bench.library import library, songs
from bench.shop import Failed
from bench.table import Row, compare, megabytes, milliseconds
from bench.talk import Talk

COUNTS = [10, 10_000, 100_000]
LIMITS = {"first": 1.0, "second": 0.1}  # of the C loop's time, for each start
LOOPED = 10_000
PROMPTS = {10: 30}  # milliseconds, by the number of songs


def rows(shop):
    for count in COUNTS:
        rounds = [_round(shop, library(shop, count), count) for _ in range(shop.pairs(3))]

        def each(*keys):
            return [_dig(one, keys) for one in rounds]

        for start, limit in LIMITS.items():
            name, walls = f"{start} reading of {count:,} files", each("wall", start)
            if count == LOOPED:
                yield compare(name, walls, each("loop"), "C loop on all cores", limit, milliseconds)
            yield compare(name, walls, each("update", start), "mpd update", None, milliseconds)
        for start in LIMITS:
            prompts = [seconds * 1000 for seconds in each("prompt", start)]
            yield Row(
                f"first prompt, {start} start, {count:,} songs",
                f"{statistics.median(prompts):.0f} ms", "–", prompts, PROMPTS.get(count), " ms")
        yield compare(
            f"peak memory, reading {count:,} files", each("peak"), each("mpd peak"), "mpd", None,
            megabytes)


def _dig(value, keys):
    for key in keys:
        value = value[key]
    return value


def _round(shop, music, count):
    """What one measurement of everything finds."""
    loop = _loop(shop, music) if count == LOOPED else None
    _forget(shop)
    costs = {start: _read(shop, music) for start in LIMITS}
    second = _prompt(shop, music)
    _forget(shop)
    first = _prompt(shop, music)
    with Daemon(shop, music) as daemon:
        updates = {start: daemon.update() for start in LIMITS}
        if daemon.song_count() != count:
            raise Failed(f"mpd knows {daemon.song_count()} of {count} songs")
        return {
            "loop": loop, "wall": {start: cost.wall for start, cost in costs.items()},
            "prompt": {"first": first, "second": second}, "update": updates,
            "peak": costs["first"].peak, "mpd peak": daemon.peak}


def _forget(shop):
    shutil.rmtree(shop.path(".cache"), ignore_errors=True)


def _loop(shop, music):
    """Seconds of the C loop, which runs once on each core, with its share of the files."""
    names, cores = songs(music), os.cpu_count()
    for core in range(cores):
        share = names[len(names) * core // cores:len(names) * (core + 1) // cores]
        (shop.folder / f"share-{core}").write_text("".join(share))
    return shop.spend(
        "sh", "-c", 'for share in "$1"/share-*; do "$1/openings" <"$share" & done; wait', "sh",
        str(shop.folder)).wall


def _read(shop, music):
    """The `Cost` of reading all songs, saying the list's first page, and leaving."""
    lines = shop.folder / "lines"
    lines.write_text("quit\n")
    with lines.open("rb") as stdin:
        return shop.spend(shop.meditate, music, stdin=stdin)


def _prompt(shop, music):
    """Seconds until a person can type."""
    with Talk(shop, shop.meditate, music, terminal=True) as talk:
        return talk.until(b"> ")
