"""CPU time of the live status while playing: that of a terminal with it, less that with --plain."""

import contextlib
import os
import pty
import statistics
import termios
import threading

from bench.shop import Failed
from bench.table import Row, milliseconds


def rows(shop):
    song = shop.noise(shop.seconds, "ogg")
    live, plain, shares = [], [], []
    for _ in range(shop.pairs(3)):
        live.append(_cpu(shop, [], song))
        plain.append(_cpu(shop, ["--plain"], song))
        shares.append((live[-1] - plain[-1]) / shop.seconds * 100)
    yield Row(
        f"live status over {shop.seconds} s, of one core", milliseconds(statistics.median(live)),
        f"{milliseconds(statistics.median(plain))} --plain", shares, 1.0, " %")


def _cpu(shop, options, song):
    """Seconds of CPU time of playing in silence on a terminal."""
    main, terminal = pty.openpty()
    termios.tcsetwinsize(terminal, (24, 80))
    shown = []
    reader = threading.Thread(target=_drain, args=(main, shown))
    reader.start()
    try:
        cost = shop.spend(
            shop.meditate, *options, "--driver", "null", "--start", song, stdin=terminal,
            stdout=terminal)
    finally:
        os.close(terminal)
        reader.join()
        os.close(main)
    if cost.wall < shop.seconds * 0.95:
        raise Failed(f"meditate played {shop.seconds} s in {cost.wall:.1f} s")
    if not options and sum(shown) < shop.seconds * 10:
        raise Failed("meditate showed no live status")
    return cost.cpu


def _drain(main, shown):
    with contextlib.suppress(OSError):  # the terminal is closed
        while text := os.read(main, 1 << 16):
            shown.append(len(text))
