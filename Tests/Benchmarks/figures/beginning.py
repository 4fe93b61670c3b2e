"""From the start of the process to the first sample at the device, against ogg123 and the floor."""

import time

from bench.server import server
from bench.table import compare, milliseconds


def rows(shop):
    song = shop.noise(60, "ogg")
    players = {
        "meditate": [shop.meditate, "--plain", "--driver", "pulse", "--start", song],
        "ogg123": ["ogg123", "-q", "-d", "pulse", song],
        "a Swift program of 30 lines": [shop.path("floor"), song, "pulse"]}
    delays = {name: [] for name in players}
    with server(shop) as recorder:
        for _ in range(shop.pairs(10)):
            for name, command in players.items():
                delays[name].append(_delay(shop, command, recorder))
    for rival, limit in [("ogg123", 1.1), ("a Swift program of 30 lines", None)]:
        yield compare(
            "start to first sample, PulseAudio", delays["meditate"], delays[rival], rival, limit,
            milliseconds)


def _delay(shop, command, recorder):
    begin = time.monotonic()
    with shop.started(*command) as process:
        delay = recorder.sound(begin, process) - begin
    recorder.silence(time.monotonic())
    return delay
