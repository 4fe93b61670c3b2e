"""The size of the program as it is installed, against the one with what debuggers need."""

import os

from bench.table import compare, megabytes


def rows(shop):
    installed = shop.path("installed")
    shop.run("install", "-s", shop.meditate, installed)
    sizes = [os.path.getsize(path) for path in [installed, shop.meditate]]
    yield compare(
        "size of the program", sizes[:1], sizes[1:], "with debug information", None, megabytes)
