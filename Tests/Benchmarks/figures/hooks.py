"""What hooks cost: a sit whose bells each run a command, against one without."""

import statistics

from bench.table import Row, milliseconds

INTERVAL = 5  # seconds between bells


def rows(shop):
    def cpu(*options):
        plan = f"off, bells every {INTERVAL}s"
        return shop.spend(
            shop.meditate, "sit", f"{shop.seconds}s", "--plan", plan, "--plain", "--driver",
            "null", *options).cpu

    pairs = [(cpu("--on-bell", "true"), cpu()) for _ in range(shop.pairs(3))]
    # None is struck in the last seconds before the end.
    count = max(shop.seconds // INTERVAL - 1, 1)
    with_hooks, without = (statistics.median(each) for each in zip(*pairs))
    yield Row(
        f"CPU of a hook, of {count} in {shop.seconds} s", milliseconds(with_hooks),
        f"{milliseconds(without)} without", [(one - other) * 1000 / count for one, other in pairs],
        None, " ms")
