"""A script of 10,000 commands over 1,000 songs on the virtual clock."""

import statistics

from bench.table import Row

SONGS, COMMANDS, LIMIT = 1000, 10_000, 1.0


def rows(shop):
    path = shop.folder / "long.meditate"
    lines = [f'song "Song {number}" 3:00' for number in range(1, SONGS + 1)]
    path.write_text("\n".join([*lines, *_commands()]) + "\n")
    times = [shop.spend(shop.meditate, "script", str(path)).wall for _ in range(shop.pairs(5))]
    yield Row(
        f"script of {COMMANDS:,} commands, {SONGS:,} songs",
        f"{statistics.median(times):.2f} s", "–", times, LIMIT, " s")


def _commands():
    """All kinds that play on, in turn, never past the last song; each is carried out."""
    commands = ["all", "start"]
    for turn in range(COMMANDS):
        commands += [
            str(turn * 37 % (SONGS - 1) + 1), "seek 1:00", "next", "pause", "volume 50", "play",
            "previous", "seek +10", "status", "volume +5"]
    return commands[:COMMANDS]
