"""The size of the program as it is installed and as it is sent, and how fast it answers.

Beside it stands the least that a Swift program with the same libraries can be.
"""

import lzma
import os
import pathlib
import statistics

from bench.table import Row, compare, megabytes

LARGEST = {"installed": 20, "as .xz": 6}  # megabytes
SLOWEST = 6  # milliseconds


def rows(shop):
    installed = shop.path("installed")
    shop.run("install", "-s", shop.meditate, installed)
    size = os.path.getsize(installed)
    packed = len(lzma.compress(pathlib.Path(installed).read_bytes(), preset=9))
    for (what, limit), count in zip(LARGEST.items(), [size, packed]):
        yield Row(
            f"size of the program, {what}", megabytes(count), "–", [count / 1e6], limit, " MB")
    yield compare(
        "size of the program, installed", [size], [os.path.getsize(shop.path("floor"))],
        "a Swift program of 30 lines", None, megabytes)
    times = [shop.spend(installed, "--version").wall * 1000 for _ in range(shop.pairs(20))]
    yield Row(
        "'meditate --version'", f"{statistics.median(times):.0f} ms", "–", times, SLOWEST, " ms")
