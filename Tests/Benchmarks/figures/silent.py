"""From a typed start to the message that there is no sound: without a server, and with a stuck one."""

import contextlib
import os
import pathlib
import signal
import time

from bench.server import server
from bench.shop import Failed
from bench.table import Row, milliseconds


def rows(shop):
    yield _row(shop, "start without a sound device, to the message", contextlib.nullcontext)
    with server(shop, records=False) as process:
        yield _row(
            shop, "start with a sound server that hangs, to the message",
            lambda: _stopped(shop, process.pid))


def _row(shop, name, state):
    delays = []
    for _ in range(shop.pairs(5)):
        with state():
            delays.append(_delay(shop))
    return Row(name, f"{milliseconds(max(delays))} at most", "", [max(delays)], 1.0, " s")


@contextlib.contextmanager
def _stopped(shop, parent):
    """Stops what the process `parent` runs, as if it hung."""
    child = int(pathlib.Path(f"/proc/{parent}/task/{parent}/children").read_text().split()[0])
    os.kill(child, signal.SIGSTOP)
    try:
        yield
    finally:
        os.kill(child, signal.SIGCONT)
        # It has those to refuse first who have gone meanwhile; few fit into its socket.
        shop.run("pactl", "info")


def _delay(shop):
    with shop.started(shop.meditate, "--plain", shop.noise(60, "ogg"), reads=True) as process:
        process.stdout.readline()
        begin = time.monotonic()
        process.stdin.write(b"1\nstart\n")
        line = process.stderr.readline()
        if not line.startswith(b"No sound device could be opened: "):
            raise Failed(f"meditate said {line} instead of that there is no sound device")
        return time.monotonic() - begin
