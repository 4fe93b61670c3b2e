"""The size of the program as it is installed and as it is sent, and how fast it answers.

Beside it stands the least that a Swift program with the same libraries can be.
"""

import lzma
import os
import pathlib
import statistics

from bench.table import Row, compare, megabytes

SLOWEST = 10  # milliseconds: a start that nobody notices


def rows(shop):
    installed = shop.path("installed")
    shop.run("install", "-s", shop.meditate, installed)
    size = os.path.getsize(installed)
    packed = len(lzma.compress(pathlib.Path(installed).read_bytes(), preset=9))
    for what, count in {"installed": size, "as .xz": packed}.items():
        yield Row(
            f"size of the program, {what}", megabytes(count), "–", [count / 1e6], None, " MB")
    yield compare(
        "size of the program, installed", [size], [os.path.getsize(shop.path("floor"))],
        "a Swift program of 30 lines", None, megabytes)
    times = [shop.spend(installed, "--version").wall * 1000 for _ in range(shop.pairs(20))]
    yield Row(
        "'meditate --version'", f"{statistics.median(times):.0f} ms", "–", times, SLOWEST, " ms")
